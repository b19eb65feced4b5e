/** The market in plain objects: what the API shall say, worked out a second time and without any of its code. */
export interface Reference {
  /** Minutes since the walk began. */
  now: number
  /** Tokens in hundredths. */
  members: { free: number; held: number }[]
  listings: { seller: number; price: number; status: 'available' | 'reserved' | 'claimed' | 'withdrawn' }[]
  purchases: ReferencePurchase[]
}

/** One thing of an order. */
export interface ReferenceLine {
  listing: number
  state: 'reserved' | 'expired' | 'paid' | 'disputed' | 'delivered' | 'refund_due' | 'refunded'
  endedAt: number | null
}

/** An order of all its lines. */
export interface ReferencePurchase {
  lines: ReferenceLine[]
  buyer: number
  state: 'reserved' | 'expired' | 'paid'
  /** At the card provider; `asked`: the bank wants one more confirmation. */
  payment: 'open' | 'asked' | 'succeeded' | 'canceled'
  expiresAt: number
  paidAt: number | null
  /** Cents that go back to the card. */
  cents: number
}

const WELCOME = 1000
const RESERVATION_MINUTES = 15
const DAY_MINUTES = 24 * 60
const AUTO_RELEASE_MINUTES = 14 * DAY_MINUTES
const REFUND_PATIENCE_MINUTES = 10
const MOST_GIVEN_UP = 3

export const emptyReference = (): Reference => ({ now: 0, members: [], listings: [], purchases: [] })

export function signUp(market: Reference): void {
  market.members.push({ free: WELCOME, held: 0 })
}

/** Half a percent, rounded half up to hundredths, and the price itself. */
const costOf = (price: number) => price + Math.floor((price * 50 + 5000) / 10000)

/** The price of all listings, each with its own fee. */
export const totalOf = (market: Reference, listings: number[]): number =>
  listings.reduce((sum, listing) => sum + costOf(market.listings[listing]!.price), 0)

export const sellerOf = (market: Reference, { lines }: ReferencePurchase) => market.listings[lines[0]!.listing]!.seller
export const isLapsed = ({ now }: Reference, { expiresAt }: ReferencePurchase) => expiresAt <= now
export const isAwaiting = ({ state }: ReferenceLine) => state === 'paid' || state === 'disputed'
const isLive = (line: ReferenceLine) => line.state === 'reserved' || line.state === 'delivered' || isAwaiting(line)

/** The purchase that a listing belongs to, and its line. */
export function liveOn(
  market: Reference,
  listing: number,
): { purchase: ReferencePurchase; line: ReferenceLine } | undefined {
  for (const purchase of market.purchases) {
    const line = purchase.lines.find((one) => one.listing === listing && isLive(one))
    if (line) return { purchase, line }
  }
  return undefined
}

/** Whether the buyer has let go of the listing so often today that others get a chance. */
export function isTired(market: Reference, listing: number, buyer: number): boolean {
  const expired = market.purchases
    .filter((one) => one.buyer === buyer && one.state === 'expired')
    .flatMap(({ lines }) => lines)
    .filter((line) => line.listing === listing && line.endedAt! > market.now - DAY_MINUTES)
  return expired.length >= MOST_GIVEN_UP
}

/** Answers whether the buyer has the tokens; else nothing changes. */
export function reserve(market: Reference, listings: number[], buyer: number): boolean {
  const cost = totalOf(market, listings)
  const member = market.members[buyer]!
  if (member.free < cost) return false
  member.free -= cost
  member.held += cost
  for (const listing of listings) market.listings[listing]!.status = 'reserved'
  market.purchases.push({
    lines: listings.map((listing) => ({ listing, state: 'reserved', endedAt: null })),
    buyer,
    state: 'reserved',
    payment: 'open',
    expiresAt: market.now + RESERVATION_MINUTES,
    paidAt: null,
    cents: 0,
  })
  return true
}

/** The market is told, by whomever, how the payment stands. */
export function tell(market: Reference, purchase: ReferencePurchase): void {
  if (purchase.state !== 'reserved' || purchase.payment !== 'succeeded') return
  purchase.state = 'paid'
  purchase.paidAt = market.now
  for (const line of purchase.lines) {
    line.state = 'paid'
    market.listings[line.listing]!.status = 'claimed'
  }
}

/** A reservation is ended: paid after all, or over. */
export function end(market: Reference, purchase: ReferencePurchase): void {
  if (purchase.payment === 'succeeded') {
    tell(market, purchase)
    return
  }
  purchase.payment = 'canceled'
  purchase.state = 'expired'
  for (const line of purchase.lines) {
    line.state = 'expired'
    line.endedAt = market.now
    market.listings[line.listing]!.status = 'available'
    giveBack(market, purchase, line)
  }
}

export function deliver(market: Reference, purchase: ReferencePurchase, lines: ReferenceLine[]): void {
  for (const line of lines) {
    const { price, seller } = market.listings[line.listing]!
    line.state = 'delivered'
    market.members[purchase.buyer]!.held -= costOf(price)
    market.members[seller]!.free += price
  }
}

/** The card gets $0.50 for each, and the $3.00 once nothing else is left of the order. */
export function callOff(
  market: Reference,
  purchase: ReferencePurchase,
  lines: ReferenceLine[],
  to: 'available' | 'withdrawn',
): void {
  for (const line of lines) {
    line.state = 'refund_due'
    line.endedAt = market.now
    market.listings[line.listing]!.status = to
    giveBack(market, purchase, line)
  }
  const nothingLeft = purchase.lines.every(({ state }) => state === 'refund_due' || state === 'refunded')
  purchase.cents += 50 * lines.length + (nothingLeft ? 300 : 0)
}

function giveBack(market: Reference, { buyer }: ReferencePurchase, { listing }: ReferenceLine): void {
  const cost = costOf(market.listings[listing]!.price)
  market.members[buyer]!.held -= cost
  market.members[buyer]!.free += cost
}

/** The sweeper's work: overdue reservations, and refunds that nobody works on. */
export function sweep(market: Reference): void {
  for (const purchase of market.purchases) {
    if (purchase.state === 'reserved' && isLapsed(market, purchase)) end(market, purchase)
    const forgotten = ({ state, endedAt }: ReferenceLine) =>
      state === 'refund_due' && endedAt! <= market.now - REFUND_PATIENCE_MINUTES
    if (purchase.lines.some(forgotten)) refund(purchase)
  }
}

export function refund({ lines }: ReferencePurchase): void {
  for (const line of lines) if (line.state === 'refund_due') line.state = 'refunded'
}

/** A purchase that is not confirmed in a fortnight goes to its seller. */
export function follow(market: Reference): void {
  for (const purchase of market.purchases) {
    const due = purchase.paidAt !== null && purchase.paidAt <= market.now - AUTO_RELEASE_MINUTES
    if (due)
      deliver(
        market,
        purchase,
        purchase.lines.filter(({ state }) => state === 'paid'),
      )
  }
}
