/** The market in plain objects: what the API shall say, worked out a second time and without any of its code. */
export interface Reference {
  /** Minutes since the walk began. */
  now: number
  /** Tokens in hundredths. */
  members: { free: number; held: number }[]
  listings: { seller: number; price: number; status: 'available' | 'reserved' | 'claimed' | 'withdrawn' }[]
  purchases: ReferencePurchase[]
}

export interface ReferencePurchase {
  listing: number
  buyer: number
  state: 'reserved' | 'expired' | 'paid' | 'disputed' | 'delivered' | 'refund_due' | 'refunded'
  /** At the card provider; `asked`: the bank wants one more confirmation. */
  payment: 'open' | 'asked' | 'succeeded' | 'canceled'
  expiresAt: number
  paidAt: number | null
  cancelledAt: number | null
}

const WELCOME = 1000
const RESERVATION_MINUTES = 15
const AUTO_RELEASE_MINUTES = 14 * 24 * 60
const REFUND_PATIENCE_MINUTES = 10

export const emptyReference = (): Reference => ({ now: 0, members: [], listings: [], purchases: [] })

export function signUp(market: Reference): void {
  market.members.push({ free: WELCOME, held: 0 })
}

/** Half a percent, rounded half up to hundredths, and the price itself. */
const costOf = (price: number) => price + Math.floor((price * 50 + 5000) / 10000)

export const sellerOf = (market: Reference, { listing }: ReferencePurchase) => market.listings[listing]!.seller
export const isLapsed = ({ now }: Reference, { expiresAt }: ReferencePurchase) => expiresAt <= now
export const isAwaiting = ({ state }: ReferencePurchase) => state === 'paid' || state === 'disputed'

/** The purchase that a listing belongs to. */
export function liveOn(market: Reference, listing: number): ReferencePurchase | undefined {
  return market.purchases.find(
    (one) => one.listing === listing && (one.state === 'reserved' || one.state === 'delivered' || isAwaiting(one)),
  )
}

/** Answers whether the buyer has the tokens; else nothing changes. */
export function reserve(market: Reference, listing: number, buyer: number): boolean {
  const wanted = market.listings[listing]!
  const cost = costOf(wanted.price)
  const member = market.members[buyer]!
  if (member.free < cost) return false
  member.free -= cost
  member.held += cost
  wanted.status = 'reserved'
  const expiresAt = market.now + RESERVATION_MINUTES
  market.purchases.push({
    listing,
    buyer,
    state: 'reserved',
    payment: 'open',
    expiresAt,
    paidAt: null,
    cancelledAt: null,
  })
  return true
}

/** The market is told, by whomever, how the payment stands. */
export function tell(market: Reference, purchase: ReferencePurchase): void {
  if (purchase.state !== 'reserved' || purchase.payment !== 'succeeded') return
  purchase.state = 'paid'
  purchase.paidAt = market.now
  market.listings[purchase.listing]!.status = 'claimed'
}

/** A reservation is ended: paid after all, or over. */
export function end(market: Reference, purchase: ReferencePurchase): void {
  if (purchase.payment === 'succeeded') {
    tell(market, purchase)
    return
  }
  purchase.payment = 'canceled'
  purchase.state = 'expired'
  market.listings[purchase.listing]!.status = 'available'
  giveBack(market, purchase)
}

export function deliver(market: Reference, purchase: ReferencePurchase): void {
  const { price, seller } = market.listings[purchase.listing]!
  purchase.state = 'delivered'
  market.members[purchase.buyer]!.held -= costOf(price)
  market.members[seller]!.free += price
}

export function callOff(market: Reference, purchase: ReferencePurchase, to: 'available' | 'withdrawn'): void {
  purchase.state = 'refund_due'
  purchase.cancelledAt = market.now
  market.listings[purchase.listing]!.status = to
  giveBack(market, purchase)
}

function giveBack(market: Reference, { listing, buyer }: ReferencePurchase): void {
  const cost = costOf(market.listings[listing]!.price)
  market.members[buyer]!.held -= cost
  market.members[buyer]!.free += cost
}

/** What the sweeper does: overdue reservations, and refunds that nobody works on. */
export function sweep(market: Reference): void {
  for (const purchase of market.purchases) {
    if (purchase.state === 'reserved' && isLapsed(market, purchase)) end(market, purchase)
    if (purchase.cancelledAt !== null && purchase.cancelledAt <= market.now - REFUND_PATIENCE_MINUTES) refund(purchase)
  }
}

export function refund(purchase: ReferencePurchase): void {
  if (purchase.state === 'refund_due') purchase.state = 'refunded'
}

/** What is not confirmed in a fortnight goes to its seller. */
export function follow(market: Reference): void {
  for (const purchase of market.purchases)
    if (purchase.state === 'paid' && purchase.paidAt! <= market.now - AUTO_RELEASE_MINUTES) deliver(market, purchase)
}
