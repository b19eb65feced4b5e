import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { reserve } from '../../../testing/market/trades.ts'
import { killWhileTelling } from '../../../testing/market/killed-job.ts'
import { handlers } from '../../../worker.ts'
import type { Listing } from '../contract.ts'
import { lowerPrice } from './ask-less.ts'

const market = useMarket()

const offer = () => handlers(market.ctx)['catalog.offer-lower-prices']({})
const told = async (memberId: string) =>
  market.ctx.db('notice').where({ member_id: memberId, told: 'listing: lies' }).select('key', 'facts', 'path')

test.each([
  [10_00n, 7_00n],
  [3_00n, 2_00n],
  [2_99n, 2_00n],
  [2_50n, 2_00n],
  [2_00n, 1_00n],
  [1_20n, 1_00n],
  [1_00n, undefined],
  [0n, undefined],
])('two thirds of %s hundredths in whole tokens are %s', (price, lower) => {
  expect(lowerPrice(price)).toBe(lower)
})

test('what lies unsold for 30 days offers its owner to ask less, once, and in one tap', async () => {
  const email = 'lying@example.com'
  const seller = await market.signIn({ email })
  const { listing } = await buildListing(market, { seller })
  const { listing: cheap } = await buildListing(market, { seller, fields: { tokenPrice: '1' } })
  const { listing: reserved } = await buildListing(market, { seller })
  await offer()
  const posted = market.clock.now().getTime()
  market.clock.set(new Date(posted + 30 * DAY_MS - 10 * MINUTE_MS))
  await offer()
  expect(await told(seller.user.id)).toEqual([])
  await reserve(await market.signIn(), reserved.id)

  market.clock.set(new Date(posted + 30 * DAY_MS + 10 * MINUTE_MS))
  await Promise.all([offer(), offer()])
  expect(await told(seller.user.id)).toEqual([
    {
      key: `ask-less:${listing.id}`,
      path: `/item/${listing.id}`,
      facts: expect.objectContaining({ before: 3, count: 2, price: { decimal: '2.00' } }) as object,
    },
  ])
  const owner = await market.signIn({ email })
  const own = (await owner.get<Listing>(`/api/items/${listing.id}`)).body
  expect(own.askLess).toBe('2.00')
  const other = await market.signIn()
  expect((await other.get<Listing>(`/api/items/${listing.id}`)).body).not.toHaveProperty('askLess')
  expect((await owner.get<Listing>(`/api/items/${cheap.id}`)).body).not.toHaveProperty('askLess')

  const lowered = await owner.patch<Listing>(`/api/items/${listing.id}`, { tokenPrice: own.askLess })
  expect(lowered.body).toMatchObject({ tokenPrice: '2.00' })
  expect((await owner.get<Listing>(`/api/items/${listing.id}`)).body).not.toHaveProperty('askLess')
  // Another 30 days on, the page offers it again, and no notice does.
  market.clock.set(new Date(posted + 62 * DAY_MS))
  await offer()
  expect(await told(seller.user.id)).toHaveLength(1)
  const later = await market.signIn({ email })
  expect((await later.get<Listing>(`/api/items/${listing.id}`)).body.askLess).toBe('1.00')
})

test('a reservation that is abandoned and a change of words do not begin the 30 days anew, but posting it again does', async () => {
  const email = 'edited@example.com'
  const { listing } = await buildListing(market, { seller: await market.signIn({ email }) })
  const owner = async () => market.signIn({ email })
  const offered = async () => (await (await owner()).get<Listing>(`/api/items/${listing.id}`)).body.askLess
  market.clock.advance({ days: 20 })
  await reserve(await market.signIn(), listing.id)
  market.clock.advance({ minutes: 20 })
  await handlers(market.ctx)['purchasing.sweep-reservations']({})
  await (await owner()).patch(`/api/items/${listing.id}`, { title: 'Wooden train set, complete' })
  market.clock.advance({ days: 10 })
  expect(await offered()).toBe('2.00')
  await offer()
  const seller = await owner()
  expect(await told(seller.user.id)).toHaveLength(1)
  for (const status of ['withdrawn', 'available']) await seller.patch(`/api/items/${listing.id}`, { status })
  expect(await offered()).toBeUndefined()
})

test('two taps at once ask less once, and who keeps it as a favourite is told once', async () => {
  const email = 'twice@example.com'
  const { listing } = await buildListing(market, { seller: await market.signIn({ email }) })
  const fan = await market.signIn()
  await fan.put(`/api/items/${listing.id}/favourite`)
  market.clock.advance({ days: 31 })
  const owner = await market.signIn({ email })
  const { askLess } = (await owner.get<Listing>(`/api/items/${listing.id}`)).body
  const tap = () => owner.patch<Listing>(`/api/items/${listing.id}`, { tokenPrice: askLess })
  const taps = await Promise.all([tap(), tap(), tap()])
  expect(taps.map(({ status, body }) => [status, body.tokenPrice])).toEqual(Array(3).fill([200, '2.00']))
  await market.runJobs({ only: ['catalog.notify-favourites'] })
  const notices = await market.ctx.db('notice').where({ member_id: fan.user.id }).whereRaw(`key like 'favourite:%'`)
  expect(notices).toHaveLength(1)
})

test('a tap as somebody reserves it changes nothing that they pay', async () => {
  const email = 'racing@example.com'
  const { listing } = await buildListing(market, { seller: await market.signIn({ email }) })
  market.clock.advance({ days: 31 })
  const [owner, buyer] = [await market.signIn({ email }), await market.signIn()]
  const [lowered, reserved] = await Promise.all([
    owner.patch<Listing>(`/api/items/${listing.id}`, { tokenPrice: '2.00' }),
    reserve(buyer, listing.id),
  ])
  const [line] = await market.ctx.db('purchase_line').where({ listing_id: listing.id }).select('price')
  expect([lowered.status, reserved.status]).toEqual(lowered.status === 200 ? [200, 201] : [409, 201])
  expect(line?.price).toBe(lowered.status === 200 ? 2_00n : 3_00n)
})

test('killed while it tells its owner, the next run offers the lower price, once', async () => {
  const seller = await market.signIn()
  const { listing } = await buildListing(market, { seller })
  market.clock.advance({ days: 31 })
  await killWhileTelling(market, { memberId: seller.user.id, key: `ask-less:${listing.id}` }, offer)
  expect(await told(seller.user.id)).toEqual([])
  await Promise.all([offer(), offer()])
  expect(await told(seller.user.id)).toHaveLength(1)
})
