import fc from 'fast-check'
import type { Answer, TestClient } from '../market/client.ts'
import { settleOrder } from '../market/orders.ts'
import { confirmDelivery, payCard } from '../market/trades.ts'
import {
  callOff,
  deliver,
  end,
  isAwaiting,
  liveOn,
  sellerOf,
  tell,
  type Reference,
  type ReferenceLine,
  type ReferencePurchase,
} from './reference.ts'
import { pick, step, told, type Step } from './step.ts'

const purchaseNumber = fc.nat(9)
const CARDS = { good: '4242424242424242', declined: '4000000000000002', asking: '4000002500003155' }
const NOT_AWAITING = '409 NOT_AWAITING_DELIVERY'

/** A purchase on the site, and those who may do something about it. */
interface Trade {
  buyer: TestClient
  seller: TestClient
  admin: TestClient
  itemIds: string[]
  purchaseId: string
  /** The purchase's address. */
  path: string
  clientSecret: string
}

/** A step that something is done to a purchase by. */
function about<Choice>(
  choices: fc.Arbitrary<Choice>,
  name: (purchase: number, choice: Choice) => string,
  perform: (trade: Trade, choice: Choice) => Promise<Answer<unknown>>,
  foretell: (reference: Reference, purchase: ReferencePurchase, choice: Choice) => string,
): fc.Arbitrary<Step> {
  return fc.tuple(purchaseNumber, choices).map(([number, choice]) =>
    step(name(number, choice), {
      possible: ({ purchases }) => purchases.length > 0,
      async perform(site, reference) {
        const purchase = pick(reference.purchases, number)
        const { id, clientSecret } = pick(site.purchases, number)
        const trade = {
          buyer: site.members[purchase.buyer]!,
          seller: site.members[sellerOf(reference, purchase)]!,
          admin: site.admin,
          itemIds: purchase.lines.map(({ listing }) => site.listings[listing]!),
          purchaseId: id,
          path: `/api/purchases/${id}`,
          clientSecret,
        }
        return told(await perform(trade, choice))
      },
      foretell: (reference) => foretell(reference, pick(reference.purchases, number), choice),
    }),
  )
}

const paying = about(
  fc.constantFrom<('good' | 'declined' | 'asking')[]>('good', 'good', 'good', 'good', 'declined', 'asking'),
  (number, card) => `the buyer pays purchase ${number} with a card that is ${card}`,
  ({ buyer, clientSecret }, card) => payCard(buyer, clientSecret, CARDS[card]),
  (_, purchase, card) => {
    if (purchase.payment === 'canceled') return '409 RESERVATION_EXPIRED'
    if (purchase.payment === 'succeeded') return '200'
    if (card === 'declined') {
      purchase.payment = 'open'
      return '402 CARD_DECLINED'
    }
    purchase.payment = card === 'asking' && purchase.payment === 'open' ? 'asked' : 'succeeded'
    return '200'
  },
)

const nothing = fc.constant(null)

const telling = about(
  nothing,
  (number) => `the buyer says that purchase ${number} is paid`,
  ({ buyer, path, clientSecret }) =>
    buyer.post(`${path}/finish`, { paymentIntentId: clientSecret.split('_secret_')[0]! }),
  (reference, purchase) => {
    if (purchase.payment !== 'succeeded') return '402 PAYMENT_INCOMPLETE'
    tell(reference, purchase)
    return '200'
  },
)

const givingUp = about(
  nothing,
  (number) => `the buyer gives purchase ${number} up`,
  ({ buyer, path }) => buyer.post(`${path}/give-up`),
  (reference, purchase) => {
    if (purchase.state === 'reserved') end(reference, purchase)
    return purchase.state === 'expired' ? '204' : '409 ALREADY_PAID'
  },
)

/** The things of an order that are meant: none named is all. */
const named = fc.option(fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }), { nil: null, freq: 2 })
type Named = number[] | null

const linesOf = <Line>(lines: Line[], chosen: number[]): Line[] => [
  ...new Set(chosen.map((number) => pick(lines, number))),
]
const itemsOf = ({ itemIds }: Trade, chosen: Named) => (chosen === null ? {} : { itemIds: linesOf(itemIds, chosen) })
const inWords = (chosen: Named) => (chosen === null ? 'all' : `lines ${chosen.join()}`)

/** The lines that are meant, if each that is named is in such a state, and there is one at all. */
function meant(
  { lines }: ReferencePurchase,
  chosen: Named,
  fits: (line: ReferenceLine) => boolean,
): ReferenceLine[] | undefined {
  const all = chosen === null ? lines.filter(fits) : linesOf(lines, chosen)
  return all.length > 0 && all.every(fits) ? all : undefined
}

const confirming = about(
  named,
  (number, chosen) => `the buyer confirms the delivery of purchase ${number}, ${inWords(chosen)}`,
  (trade, chosen) => trade.buyer.post(`${trade.path}/confirm`, itemsOf(trade, chosen)),
  (reference, purchase, chosen) => {
    const lines = meant(purchase, chosen, isAwaiting)
    if (!lines) return NOT_AWAITING
    deliver(reference, purchase, lines)
    return '200'
  },
)

const confirmingOne = about(
  fc.nat(3),
  (number, line) => `the buyer confirms the delivery of an item of purchase ${number}: line ${line}`,
  ({ buyer, itemIds }, line) => confirmDelivery(buyer, pick(itemIds, line)),
  (reference, { lines, buyer }, chosen) => {
    // By its listing: what belongs to the buyer now is meant, which may be a later purchase.
    const { listing } = pick(lines, chosen)
    const live = liveOn(reference, listing)
    if (live?.purchase.buyer === buyer && isAwaiting(live.line)) {
      deliver(reference, live.purchase, [live.line])
      return '200'
    }
    const cancelled = reference.purchases.some(
      (one) =>
        one.buyer === buyer &&
        one.lines.some((line) => line.listing === listing && ['refund_due', 'refunded'].includes(line.state)),
    )
    return live?.purchase.buyer === buyer || cancelled ? NOT_AWAITING : '403 FORBIDDEN'
  },
)

const reporting = about(
  named,
  (number, chosen) => `the buyer reports a problem with purchase ${number}, ${inWords(chosen)}`,
  (trade, chosen) =>
    trade.buyer.post(`${trade.path}/problem`, {
      reason: 'broken',
      words: 'One of the wheels is missing.',
      ...itemsOf(trade, chosen),
    }),
  (_, purchase, chosen) => {
    const lines = meant(purchase, chosen, ({ state }) => state === 'paid')
    if (!lines) return NOT_AWAITING
    for (const line of lines) line.state = 'disputed'
    return '200'
  },
)

const cancelling = about(
  fc.tuple(fc.boolean(), named),
  (number, [relist, chosen]) =>
    `the seller cancels purchase ${number}, ${inWords(chosen)}, and ${relist ? 'relists' : 'withdraws'} it`,
  (trade, [relist, chosen]) => trade.seller.post(`${trade.path}/cancel`, { relist, ...itemsOf(trade, chosen) }),
  (reference, purchase, [relist, chosen]) => {
    const lines = meant(purchase, chosen, isAwaiting)
    if (!lines) return NOT_AWAITING
    callOff(reference, purchase, lines, relist ? 'available' : 'withdrawn')
    return '200'
  },
)

const deciding = about(
  fc.tuple(fc.constantFrom('release' as const, 'refund' as const), named),
  (number, [decision, chosen]) =>
    `an admin decides purchase ${number}, ${inWords(chosen)}: ${decision}, and it is accepted`,
  (trade, [decision, chosen]) => settleOrder(trade.admin, trade, decision, itemsOf(trade, chosen)),
  (reference, purchase, [decision, chosen]) => {
    const lines = meant(purchase, chosen, ({ state }) => state === 'disputed')
    if (!lines) return '409 DISPUTE_NOT_OPEN'
    if (decision === 'release') deliver(reference, purchase, lines)
    else callOff(reference, purchase, lines, 'withdrawn')
    return '200'
  },
)

/** More often what leads on. */
export const PURCHASE_STEPS = [
  ...[paying, paying, paying, telling, telling, telling],
  ...[givingUp, confirming, confirmingOne, reporting, reporting, cancelling, deciding, deciding],
]
