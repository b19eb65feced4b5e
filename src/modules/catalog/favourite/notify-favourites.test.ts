import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { killWhileTelling } from '../../../testing/market/killed-job.ts'
import { mailsLeave } from '../../../testing/doubles/mailbox.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { buildPurchase, reserve } from '../../../testing/market/trades.ts'
import type { Notice } from '../../notifications/contract.ts'
import type { CreateListingBody } from '../contract.ts'
import { notifyFavourites } from './notify-favourites.ts'

const market = useMarket()
const mails: string[] = []
let seller: TestClient
let fan: TestClient
beforeAll(() => {
  market.ctx.mail = { send: ({ to, subject }) => Promise.resolve(void mails.push(`${to}: ${subject}`)) }
})
beforeEach(async () => {
  ;[seller, fan] = [await market.signIn(), await market.signIn()]
})

const run = () => market.runJobs({ only: ['catalog.notify-favourites'] })
const keep = (member: TestClient, id: string) => member.put(`/api/items/${id}/favourite`)
const told = async (member: TestClient) => {
  await run()
  return (await member.get<Notice[]>('/api/notifications')).body.map(({ body }) => body)
}
const change = (id: string, body: object) => seller.patch(`/api/items/${id}`, body)

/** A listing for 3 tokens that the fan keeps. */
async function kept(title: string, fields: Partial<CreateListingBody> = {}): Promise<string> {
  const { listing } = await buildListing(market, { seller, fields: { title, ...fields } })
  await keep(fan, listing.id)
  return listing.id
}

test('back again: relisted, not paid after all, or bought and returned; not for whose doing it is', async () => {
  const id = await kept('Blue sledge')
  await change(id, { status: 'withdrawn' })
  expect(await told(fan)).toEqual([])
  await change(id, { status: 'available' })
  expect(await told(fan)).toEqual(['"Blue sledge" is available again, for 3 tokens.'])

  const second = await kept('Red sledge')
  const buyer = await market.signIn()
  await keep(buyer, second)
  const { body: order } = await reserve(buyer, second)
  await buyer.post(`/api/purchases/${order.purchaseId}/give-up`)
  const paid = await buildPurchase(market, { itemId: await kept('Green sledge'), seller })
  await keep(paid.buyer, paid.itemId)
  await seller.post(`/api/purchases/${paid.purchaseId}/cancel`, { relist: true })
  // One job after the other, in any order.
  expect((await told(fan)).slice(0, 2).sort()).toEqual([
    '"Green sledge" is available again, for 3 tokens.',
    '"Red sledge" is available again, for 3 tokens.',
  ])
  for (const { user } of [buyer, paid.buyer]) {
    const keys = await market.ctx.db('notice').where({ member_id: user.id }).pluck('key')
    expect(keys.filter((key) => key.startsWith('favourite:'))).toEqual([])
  }
})

test('how far it is from the place in their account, and what else decides, stands with it', async () => {
  const [at, east] = [
    { defaultLatitude: '45.52', defaultLongitude: '-122.68' },
    { defaultLatitude: '45.52', defaultLongitude: '-122.2' },
  ]
  const far = await market.signIn()
  const id = await kept('Scooter', { category: 'baby-clothes', ageSize: '4T-5T', latitude: 45.52, longitude: -122.68 })
  await keep(far, id)
  const known = {
    defaultCity: 'Portland',
    defaultPickupAddress: '12 Alder Street',
    defaultContactName: 'Nora',
    defaultContactEmail: 'nora@example.com',
  }
  await fan.patch('/api/users/me/defaults', { ...known, ...at })
  await far.patch('/api/users/me/defaults', { ...known, ...east })
  await change(id, { tokenPrice: '2' })
  await run()
  const details = async (member: TestClient) =>
    (await member.get<Notice[]>('/api/notifications')).body.map(({ details }) => details)
  expect(await details(fan)).toEqual(['4T-5T · about 1 mi away'])
  expect(await details(far)).toEqual(['4T-5T · about 24 mi away'])
})

test('cheaper by a tenth or more, once a day; dearer, or a cent less, is no news', async () => {
  const id = await kept('Kite')
  await change(id, { tokenPrice: '2.71' })
  expect(await told(fan)).toEqual([])
  await change(id, { tokenPrice: '3' })
  await change(id, { tokenPrice: '2.50' })
  expect(await told(fan)).toEqual(['"Kite" now costs 2.50 tokens instead of 3 tokens.'])
  await change(id, { tokenPrice: '3' })
  await change(id, { tokenPrice: '2.50' })
  await change(id, { tokenPrice: '2' })
  expect(await told(fan)).toHaveLength(1)
  market.clock.advance({ days: 1 })
  ;[seller, fan] = [await market.signIn({ email: seller.user.email }), await market.signIn({ email: fan.user.email })]
  await change(id, { tokenPrice: '1' })
  expect((await told(fan))[0]).toBe('"Kite" now costs 1 token instead of 2 tokens.')
  // Hidden at the time; what it costs is told when it is back.
  await change(id, { status: 'withdrawn', tokenPrice: '0.50' })
  await change(id, { status: 'available' })
  expect((await told(fan)).slice(0, 1)).toEqual(['"Kite" is available again, for 0.50 tokens.'])
})

test('about to be gone: when another neighbour gathers it for a pickup, once', async () => {
  const id = await kept('Drum')
  for (const member of [fan, await market.signIn(), await market.signIn()]) {
    await member.put(`/api/baskets/items/${id}`)
  }
  expect(await told(fan)).toEqual([
    'A neighbour has added "Drum" to a pickup. Until someone pays, you can still get it.',
  ])
})

test('nobody is told who has blocked the seller or is blocked, keeps it no more, or has left', async () => {
  const id = await kept('Ball')
  const [blocker, blocked, former, left] = await Promise.all(Array.from({ length: 4 }, () => market.signIn()))
  for (const member of [blocker, blocked, former, left]) await keep(member!, id)
  await blocker!.post(`/api/members/${seller.user.id}/block`)
  await seller.post(`/api/members/${blocked!.user.id}/block`)
  await former!.delete(`/api/items/${id}/favourite`)
  await change(id, { tokenPrice: '2' })
  await left!.delete('/api/users/me')
  await run()
  const rows = await market.ctx.db('notice').where({ path: `/item/${id}` })
  expect(rows.map(({ member_id }) => member_id)).toEqual([fan.user.id])
})

test('late: what is no longer so when the job runs is not told', async () => {
  const [sold, dear, gone] = [await kept('Sold'), await kept('Dear'), await kept('Gone')]
  for (const id of [sold, dear, gone]) await change(id, { tokenPrice: '2' })
  await seller.patch(`/api/items/${sold}/claim`, {})
  await change(dear, { tokenPrice: '3' })
  await seller.delete(`/api/items/${gone}`)
  expect(await told(fan)).toEqual([])
})

test('however often the job runs, at once or killed in the middle: one mail for one change', async () => {
  const other = await market.signIn()
  const id = await kept('Wagon')
  await keep(other, id)
  const at = market.clock.now().toISOString()
  await change(id, { tokenPrice: '2' })
  const job = () => notifyFavourites(market.ctx, { listingId: id, change: 'cheaper', price: '300', at })
  await killWhileTelling(market, { memberId: fan.user.id, key: `favourite:cheaper:${id}:${at.slice(0, 10)}` }, job)
  expect(await market.ctx.db('notice').where({ path: `/item/${id}` })).toEqual([])
  await Promise.all([job(), run(), job()])
  await mailsLeave(market)
  await job()
  await mailsLeave(market, 60)
  const text = 'One of your favourites costs less'
  const mine = mails.filter((mail) => [fan, other].some(({ user }) => mail.startsWith(user.email)))
  expect(mine.sort()).toEqual([`${fan.user.email}: ${text}`, `${other.user.email}: ${text}`].sort())
})
