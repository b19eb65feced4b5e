import fc from 'fast-check'
import { handlers } from '../../worker.ts'
import { follow, refund, sweep, tell, type Reference } from './reference.ts'
import { step, type Site, type Step } from './step.ts'

const FORTNIGHT = 14 * 24 * 60
/** Sessions end after thirty days. */
const LONGEST_WALK = 2 * FORTNIGHT

const waiting: fc.Arbitrary<Step> = fc.constantFrom(4, 4, 7, 7, 16, FORTNIGHT).map((minutes) =>
  step(`${minutes} minutes pass`, {
    possible: ({ now }) => now + minutes < LONGEST_WALK,
    perform({ market }) {
      market.clock.advance({ minutes })
      return Promise.resolve('done')
    },
    foretell(reference) {
      reference.now += minutes
      return 'done'
    },
  }),
)

/** Something that the market does by itself. */
const job = (name: string, work: (site: Site) => Promise<unknown>, effect: (reference: Reference) => void) =>
  fc.constant(
    step(name, {
      async perform(site) {
        await work(site)
        return 'done'
      },
      foretell(reference) {
        effect(reference)
        return 'done'
      },
    }),
  )

const sweeping = job(
  'reservations are swept',
  ({ market }) => handlers(market.ctx)['purchasing.sweep-reservations']({}),
  sweep,
)
const following = job(
  'deliveries are followed',
  ({ market }) => handlers(market.ctx)['purchasing.follow-deliveries']({}),
  follow,
)
const delivering = job(
  "the card provider's events arrive",
  ({ market }) => market.runJobs({ only: ['purchasing.deliver-sandbox-event'] }),
  (reference) => {
    for (const purchase of reference.purchases) tell(reference, purchase)
  },
)
const refunding = job(
  'cards are refunded',
  ({ market }) => market.runJobs({ only: ['purchasing.refund-card'] }),
  ({ purchases }) => purchases.forEach(refund),
)

export const TIME_STEPS = [waiting, sweeping, following, delivering, refunding]
