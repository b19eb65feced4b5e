import fc from 'fast-check'
import { buildListing } from '../market/builders.ts'
import { startOrder } from '../market/orders.ts'
import {
  end,
  isLapsed,
  isTired,
  liveOn,
  reserve,
  signUp,
  tell,
  totalOf,
  type Reference,
  type ReferencePurchase,
} from './reference.ts'
import { pick, step, told, type Site, type Step } from './step.ts'

const MOST_MEMBERS = 4
const MOST_LISTINGS = 10
// Numbers count from 0 and start again past the last, so that none means nothing.
const member = fc.nat(MOST_MEMBERS - 1)
const listingNumber = fc.nat(MOST_LISTINGS - 1)
const hasListing = ({ listings }: Reference) => listings.length > 0

const joining: fc.Arbitrary<Step> = fc.constant(
  step('sign up', {
    possible: ({ members }) => members.length < MOST_MEMBERS,
    async perform({ market, members }) {
      members.push(await market.signIn())
      return 'done'
    },
    foretell(reference) {
      signUp(reference)
      return 'done'
    },
  }),
)

const offer = fc.record({ seller: member, price: fc.constantFrom(0, 1, 99, 100, 250, 299, 300) })
const listing: fc.Arbitrary<Step> = offer.map(({ seller, price }) =>
  step(`member ${seller} lists something for ${price} hundredths`, {
    possible: ({ listings }) => listings.length < MOST_LISTINGS,
    async perform({ market, members, listings }) {
      const fields = { tokenPrice: (price / 100).toFixed(2) }
      listings.push((await buildListing(market, { seller: pick(members, seller), fields })).listing.id)
      return 'done'
    },
    foretell(reference) {
      reference.listings.push({ seller: seller % reference.members.length, price, status: 'available' })
      return 'done'
    },
  }),
)

const order = fc.record({ buyer: member, seller: member, from: listingNumber, many: fc.integer({ min: 1, max: 4 }) })
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never

/** Up to `many` listings of one seller, whatever has become of them. */
function wantedOf({ members, listings }: Reference, { seller, from, many }: Order): number[] {
  const own = listings.flatMap((item, number) => (item.seller === seller % members.length ? [number] : []))
  const first = from % Math.max(own.length, 1)
  return [...own.slice(first), ...own.slice(0, first)].slice(0, many)
}

const reserving: fc.Arbitrary<Step> = order.map((wish) =>
  step(`member ${wish.buyer} reserves ${wish.many} of member ${wish.seller}, from ${wish.from}`, {
    possible: (reference) => wantedOf(reference, wish).length > 0,
    async perform({ members, listings, purchases }, reference) {
      const wanted = wantedOf(reference, wish)
      const itemIds = wanted.map((number) => listings[number]!)
      const expectedTotal = (totalOf(reference, wanted) / 100).toFixed(2)
      const answer = await startOrder(pick(members, wish.buyer), itemIds, { expectedTotal })
      const { purchaseId: id, clientSecret } = answer.body
      if (answer.status === 201 && !purchases.some((known) => known.id === id)) purchases.push({ id, clientSecret })
      return told(answer)
    },
    foretell: (reference) =>
      foretellReservation(reference, wish.buyer % reference.members.length, wantedOf(reference, wish)),
  }),
)

function foretellReservation(reference: Reference, buyer: number, wanted: number[]): string {
  if (wanted.some((listing) => reference.listings[listing]!.seller === buyer)) return '403 OWN_LISTING'
  const live = wanted.map((listing) => liveOn(reference, listing))
  const own = live[0]?.purchase
  const same =
    own?.state === 'reserved' &&
    own.buyer === buyer &&
    !isLapsed(reference, own) &&
    own.lines.length === wanted.length &&
    live.every((one) => one?.purchase === own)
  if (same) {
    if (own.payment !== 'succeeded') return '201'
    tell(reference, own)
    return '409 ALREADY_PAID'
  }
  const lapsed = new Set<ReferencePurchase>()
  for (const [index, listing] of wanted.entries()) {
    const { status } = reference.listings[listing]!
    const one = live[index]
    if (status === 'withdrawn') return '409 LISTING_TAKEN'
    if (status === 'claimed') return one?.purchase.buyer === buyer ? '409 ALREADY_PAID' : '409 LISTING_TAKEN'
    if (status === 'reserved' && one) {
      if (!isLapsed(reference, one.purchase)) return '409 LISTING_RESERVED'
      lapsed.add(one.purchase)
    }
  }
  if (lapsed.size > 0) {
    for (const purchase of lapsed) end(reference, purchase)
    return foretellReservation(reference, buyer, wanted)
  }
  if (wanted.some((listing) => isTired(reference, listing, buyer))) return '429 GIVEN_UP_TOO_OFTEN'
  return reserve(reference, wanted, buyer) ? '201' : '409 INSUFFICIENT_TOKENS'
}

const claiming: fc.Arbitrary<Step> = listingNumber.map((own) =>
  step(`the owner of listing ${own} has given it away`, {
    possible: hasListing,
    perform: async (site, reference) => told(await ownerOf(site, reference, own).patch(pathOf(site, own, '/claim'))),
    foretell(reference) {
      const item = pick(reference.listings, own)
      if (item.status !== 'available') return '409 LISTING_NOT_AVAILABLE'
      item.status = 'claimed'
      return '200'
    },
  }),
)

const showing = fc.record({ own: listingNumber, status: fc.constantFrom('available' as const, 'withdrawn' as const) })
const withdrawing: fc.Arbitrary<Step> = showing.map(({ own, status }) =>
  step(`the owner makes listing ${own} ${status}`, {
    possible: hasListing,
    perform: async (site, reference) => told(await ownerOf(site, reference, own).patch(pathOf(site, own), { status })),
    foretell(reference) {
      const item = pick(reference.listings, own)
      if (item.status === 'reserved' || item.status === 'claimed') return '409 LISTING_NOT_AVAILABLE'
      item.status = status
      return '200'
    },
  }),
)

const ownerOf = (site: Site, { listings }: Reference, number: number) => site.members[pick(listings, number).seller]!
const pathOf = (site: Site, number: number, rest = '') => `/api/items/${pick(site.listings, number)}${rest}`

export const LISTING_STEPS = [joining, listing, reserving, reserving, reserving, reserving, claiming, withdrawing]
