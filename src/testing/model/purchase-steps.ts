import fc from 'fast-check'
import type { Answer, TestClient } from '../client.ts'
import { confirmDelivery, finish, payCard } from '../trades.ts'
import {
  callOff,
  deliver,
  end,
  isAwaiting,
  liveOn,
  sellerOf,
  tell,
  type Reference,
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
  itemId: string
  /** Of the purchase. */
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
          itemId: site.listings[purchase.listing]!,
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
  ({ buyer, itemId, clientSecret }) => finish(buyer, itemId, clientSecret.split('_secret_')[0]!),
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

const confirming = about(
  nothing,
  (number) => `the buyer confirms the delivery of purchase ${number}`,
  ({ buyer, itemId }) => confirmDelivery(buyer, itemId),
  (reference, { listing, buyer }) => {
    // By its listing: what belongs to the buyer now is meant, which may be a later purchase.
    const live = liveOn(reference, listing)
    if (live?.buyer === buyer && isAwaiting(live)) {
      deliver(reference, live)
      return '200'
    }
    const cancelled = reference.purchases.some(
      (one) => one.listing === listing && one.buyer === buyer && one.cancelledAt !== null,
    )
    return live?.buyer === buyer || cancelled ? NOT_AWAITING : '403 FORBIDDEN'
  },
)

const reporting = about(
  nothing,
  (number) => `the buyer reports a problem with purchase ${number}`,
  ({ buyer, path }) => buyer.post(`${path}/report`, { reason: 'One of the wheels is missing.' }),
  (_, purchase) => {
    if (purchase.state !== 'paid') return NOT_AWAITING
    purchase.state = 'disputed'
    return '200'
  },
)

const cancelling = about(
  fc.boolean(),
  (number, relist) => `the seller cancels purchase ${number} and ${relist ? 'relists' : 'withdraws'} the item`,
  ({ seller, path }, relist) => seller.post(`${path}/cancel`, { relist }),
  (reference, purchase, relist) => {
    if (!isAwaiting(purchase)) return NOT_AWAITING
    callOff(reference, purchase, relist ? 'available' : 'withdrawn')
    return '200'
  },
)

const deciding = about(
  fc.constantFrom('release' as const, 'refund' as const),
  (number, decision) => `an admin decides purchase ${number}: ${decision}`,
  ({ admin, path }, decision) => admin.post(path.replace('purchases', 'admin/disputes'), { decision }),
  (reference, purchase, decision) => {
    if (purchase.state !== 'disputed') return '409 DISPUTE_NOT_OPEN'
    if (decision === 'release') deliver(reference, purchase)
    else callOff(reference, purchase, 'withdrawn')
    return '200'
  },
)

/** More often what leads on. */
export const PURCHASE_STEPS = [
  ...[paying, paying, paying, telling, telling, telling],
  ...[givingUp, confirming, reporting, reporting, cancelling, deciding, deciding],
]
