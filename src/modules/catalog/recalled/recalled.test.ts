import { beforeAll, expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { buildListing, buildPhoto, listingBody, uploadPhotos } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { cpscEntry } from '../../../testing/doubles/recalls-double.ts'
import { handlers } from '../../../worker.ts'
import type { Checked } from '../../recalls/contract.ts'
import { syncFile } from '../../recalls/index.ts'
import type { Listing } from '../contract.ts'
import { claimForBuyer, relistListings, reserveListings } from '../index.ts'

const market = useMarket()
let seller: TestClient
beforeAll(async () => {
  seller = await market.signIn({ firstName: 'Nora' })
})

interface Refusal {
  code: string
  message: string
  details: { path: string[]; message: string }[]
}
async function post(fields: object) {
  const photos = await uploadPhotos(seller, [await buildPhoto()])
  return seller.post<Listing & Refusal>('/api/items', { ...listingBody(), photos, ...fields })
}
const known = async (number: string, title: string, name: string) =>
  syncFile(market.ctx, Buffer.from(JSON.stringify([cpscEntry(number, { title, name })])))
const look = () => handlers(market.ctx)['catalog.look-for-recalled']({})
const toldTo = (member: TestClient) =>
  market.ctx
    .db('notice')
    .where({ member_id: member.user.id })
    .whereIn('told', ['recall: listed', 'recall: sold', 'recall: bought'])
    .orderBy('seq')
    .select('told', 'path')

test('what may not be passed on is refused at posting, with the reason at its field, and nothing is kept', async () => {
  const { status, body } = await post({ title: 'Cot with drop side' })
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'BANNED_TYPE' })
  expect(body.details).toEqual([{ path: ['title'], message: body.message }])
  expect(body.message).toContain('recycling')
  expect((await seller.get<Listing[]>('/api/items/user/me')).body).toEqual([])
})

test('what may be recalled is listed once its seller has compared the label, and keeps that', async () => {
  const title = "Fisher-Price Rock 'n Play Sleeper"
  const refused = await post({ title })
  expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 409, code: 'COMPARE_LABEL' })
  const keys = refused.body.details.map(({ path }) => path[1] ?? '')
  expect(keys).toEqual(['cpsc:19112', 'cpsc:13087'])
  const another = await post({ title, recallsCompared: ['cpsc:something-else'] })
  expect(another.status).toBe(409)
  const { status, body } = await post({ title, recallsCompared: keys })
  expect({ status, kept: body.recallsCompared }).toEqual({ status: 201, kept: keys })
  const visitor = await market.visitor().get<Listing>(`/api/items/${body.id}`)
  expect(visitor.body).not.toHaveProperty('recallsCompared')
  expect(
    (await seller.patch(`/api/items/${body.id}`, { description: 'Washed, and complete as it came.' })).status,
  ).toBe(200)
})

test('editing goes through the same check: words where they change, everything where it comes back', async () => {
  const { listing } = await buildListing(market, { seller })
  const edit = (fields: object) => seller.patch<Refusal>(`/api/items/${listing.id}`, fields)
  expect((await edit({ title: 'Padded crib bumper' })).body.code).toBe('BANNED_TYPE')
  expect((await edit({ description: 'A 4moms MamaRoo swing, hardly used.' })).body.code).toBe('COMPARE_LABEL')
  expect((await seller.get<Listing>(`/api/items/${listing.id}`)).body.title).toBe(listing.title)
  // It was listed before anybody knew.
  await market.ctx.db('listing').where({ id: listing.id }).update({ title: 'Padded crib bumper' })
  expect((await edit({ city: 'Salem' })).status).toBe(200)
  expect((await edit({ status: 'withdrawn' })).status).toBe(200)
  expect((await edit({ status: 'available' })).body.code).toBe('BANNED_TYPE')
})

test("the check says the same before posting, in the reader's language, and never that there is nothing", async () => {
  const checked = async (fields: object) => (await seller.post<Checked>('/api/recalls/check', fields)).body
  expect(await checked({ title: 'Cot with drop side' })).toMatchObject({ banned: expect.any(String) as string })
  const { recalls } = await checked({ title: 'Graco Quattro stroller' })
  expect(recalls).toEqual([
    expect.objectContaining({
      date: '2010-10-20',
      by: 'name',
      url: expect.stringMatching(/^https:\/\/www\.cpsc\.gov\/Recalls\/2010\/Graco-/) as string,
    }),
  ])
  expect(await checked({ title: 'Wooden puzzle' })).toEqual({ banned: null, recalls: [], advice: null })
  await seller.patch('/api/users/me', { language: 'de' })
  const german = (await checked({ title: 'Kindersitz' })).advice
  await seller.patch('/api/users/me', { language: 'en' })
  expect(german).not.toBe((await checked({ title: 'Kindersitz' })).advice)
})

test('a recall that arrives: what is listed goes out of sight, buyers of two years and sellers are told, once', async () => {
  const buyer = await market.signIn()
  const title = 'Wobblo Slumbra crib'
  const [listed, sold, old] = await Promise.all(
    [1, 2, 3].map(async () => await buildListing(market, { fields: { title } })),
  )
  const other = await buildListing(market)
  const buy = (id: string) =>
    transact(market.ctx.db, async (trx) => {
      const now = market.clock.now()
      await reserveListings(trx, { listingIds: [id], now })
      await claimForBuyer(trx, { listings: [{ id, tokensInEscrow: 300n }], buyerId: buyer.user.id, now })
    })
  await buy(sold!.listing.id)
  await buy(old!.listing.id)
  const longAgo = new Date(market.clock.now().getTime() - 731 * DAY_MS)
  await market.ctx.db('listing').where({ id: old!.listing.id }).update({ claimed_at: longAgo })

  await known('26-300', 'Wobblo Recalls Cribs Due to Fall Hazard', 'Wobblo Slumbra Crib')
  await Promise.all([look(), look()])
  await look()
  const statusOf = async (of: typeof listed) =>
    (await of!.seller.get<Listing>(`/api/items/${of!.listing.id}`)).body.status
  expect(await statusOf(listed)).toBe('withdrawn')
  expect(await statusOf(other)).toBe('available')
  expect(await toldTo(listed!.seller)).toEqual([{ told: 'recall: listed', path: `/item/${listed!.listing.id}` }])
  expect(await toldTo(sold!.seller)).toEqual([{ told: 'recall: sold', path: `/item/${sold!.listing.id}` }])
  expect(await toldTo(old!.seller)).toEqual([])
  expect(await toldTo(buyer)).toEqual([{ told: 'recall: bought', path: `/item/${sold!.listing.id}` }])
  expect(await toldTo(other.seller)).toEqual([])

  const again = (fields: object) =>
    listed!.seller.patch<Refusal>(`/api/items/${listed!.listing.id}`, { status: 'available', ...fields })
  expect((await again({})).body.code).toBe('COMPARE_LABEL')
  expect((await again({ recallsCompared: ['cpsc:26-300'] })).status).toBe(200)
})

test('what somebody is buying is looked at once it is known how that ends', async () => {
  const buyer = await market.signIn()
  const { listing, seller: owner } = await buildListing(market, { fields: { title: 'Wobblo Kippa high chair' } })
  const trade = { listingIds: [listing.id], buyerId: buyer.user.id }
  await transact(market.ctx.db, (trx) => reserveListings(trx, { ...trade, now: market.clock.now() }))
  await known('26-301', 'Wobblo Recalls High Chairs Due to Fall Hazard', 'Wobblo Kippa High Chair')
  await look()
  expect(await toldTo(owner)).toEqual([])
  await transact(market.ctx.db, (trx) => relistListings(trx, { ...trade, now: market.clock.now() }))
  await look()
  expect(await toldTo(owner)).toEqual([{ told: 'recall: listed', path: `/item/${listing.id}` }])
})

test('a listing that is edited in thirty tabs at once, with nothing known of recalls yet, keeps nobody waiting', async () => {
  const { listing } = await buildListing(market, { seller })
  await market.ctx.db.raw(`select pg_notify('recalls_changed', '')`)
  const edit = (_: unknown, n: number) => seller.patch(`/api/items/${listing.id}`, { title: `Wooden blocks ${n}` })
  const answers = await Promise.all(Array.from({ length: 30 }, edit))
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
})

test('an edit that says nothing anew reads no recalls; new words do, and so does what comes back', async () => {
  const { listing } = await buildListing(market, { seller })
  let reads = 0
  market.ctx.db.on('query', ({ sql }: { sql: string }) => {
    if (sql.includes('from "recall"')) reads += 1
  })
  let heard: () => void = () => undefined
  market.ctx.listener.subscribe(['recalls_changed'], { notify: () => heard(), connected: () => undefined })
  const readsOf = async (fields: object) => {
    const forgotten = new Promise<void>((resolve) => (heard = resolve))
    await market.ctx.db.raw(`select pg_notify('recalls_changed', '')`)
    await forgotten
    const before = reads
    expect((await seller.patch(`/api/items/${listing.id}`, fields)).status).toBe(200)
    return reads - before
  }
  expect(await readsOf({ city: 'Salem' })).toBe(0)
  expect(await readsOf({ title: 'Other wooden blocks' })).toBe(1)
  expect(await readsOf({ status: 'withdrawn' })).toBe(0)
  expect(await readsOf({ status: 'available' })).toBe(1)
})
