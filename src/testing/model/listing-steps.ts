import fc from 'fast-check'
import { buildListing } from '../builders.ts'
import { reserve as ask } from '../trades.ts'
import { end, isLapsed, liveOn, reserve, signUp, tell, type Reference } from './reference.ts'
import { pick, step, told, type Site, type Step } from './step.ts'

const MOST_MEMBERS = 4
const MOST_LISTINGS = 6
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

const reserving: fc.Arbitrary<Step> = fc.record({ buyer: member, wanted: listingNumber }).map(({ buyer, wanted }) =>
  step(`member ${buyer} reserves listing ${wanted}`, {
    possible: hasListing,
    async perform({ members, listings, purchases }) {
      const answer = await ask(pick(members, buyer), pick(listings, wanted))
      const { purchaseId: id, clientSecret } = answer.body
      if (answer.status === 201 && !purchases.some((known) => known.id === id)) purchases.push({ id, clientSecret })
      return told(answer)
    },
    foretell: (reference) =>
      foretellReservation(reference, buyer % reference.members.length, wanted % reference.listings.length),
  }),
)

function foretellReservation(reference: Reference, buyer: number, wanted: number): string {
  const { seller, status } = reference.listings[wanted]!
  if (seller === buyer) return '403 OWN_LISTING'
  if (status === 'withdrawn') return '404 LISTING_NOT_FOUND'
  const live = liveOn(reference, wanted)
  if (live?.state === 'reserved') {
    if (isLapsed(reference, live)) {
      end(reference, live)
      return foretellReservation(reference, buyer, wanted)
    }
    if (live.buyer !== buyer) return '409 LISTING_RESERVED'
    if (live.payment !== 'succeeded') return '201'
    tell(reference, live)
  }
  if (live && live.state !== 'expired') return live.buyer === buyer ? '409 ALREADY_PAID' : '409 LISTING_TAKEN'
  if (status === 'claimed') return '409 LISTING_TAKEN'
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
