import { beforeAll, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { promote } from '../../../testing/market/promote.ts'
import { readPages } from '../../../testing/read-pages.ts'
import type { FoundListing, FoundMember } from './contract.ts'

const market = useMarket()
let admin: TestClient
beforeAll(async () => {
  admin = await market.signIn({ firstName: 'Olga' })
  await promote(market, admin)
})

const asked = (search: string) => encodeURIComponent(search)
const members = async (search: string) =>
  (await readPages<FoundMember[]>(admin, `/api/admin/members?limit=2&search=${asked(search)}`)).flat()
const listings = async (search: string, more = '') =>
  (await readPages<FoundListing[]>(admin, `/api/admin/listings?limit=2&search=${asked(search)}${more}`)).flat()

test('members are found by any part of name or address, page by page, until they leave', async () => {
  const found: string[] = []
  for (const lastName of ['Quillfeather', 'Quillmaker', 'Quilling']) {
    market.clock.advance({ seconds: 1 })
    found.unshift((await market.signIn({ firstName: 'Ada', lastName })).user.id)
  }
  const leaver = await market.signIn({ firstName: 'Zed', lastName: 'Quillon' })
  await leaver.delete('/api/users/me')
  expect((await members('quill')).map(({ id }) => id)).toEqual(found)
  expect((await members(' ada QUILLM ')).map(({ lastName }) => lastName)).toEqual(['Quillmaker'])
  expect(await members(admin.user.email.toUpperCase())).toMatchObject([{ id: admin.user.id, isAdmin: true }])
  for (const search of ['%', '_', '\\', "'"]) expect(await members(search), search).toEqual([])
  expect(await members('')).toHaveLength(4)
})

test('listings are found by title or member, hidden and withdrawn ones too', async () => {
  const { listing, seller } = await buildListing(market, { fields: { title: 'A zither for children' } })
  const hidden = (await buildListing(market, { seller, fields: { title: 'Zither strings' } })).listing
  const other = (await buildListing(market, { fields: { title: 'Zither case' } })).listing
  await admin.post(`/api/admin/listings/${hidden.id}/hide`, { reason: 'Bad picture' })
  await seller.patch(`/api/items/${listing.id}`, { status: 'withdrawn' })
  const found = await listings('ZITHER')
  expect(found.map(({ id }) => id).toSorted()).toEqual([listing.id, hidden.id, other.id].toSorted())
  expect(found.find(({ id }) => id === listing.id)).toMatchObject({
    title: 'A zither for children',
    photo: listing.photos[0],
    status: 'withdrawn',
    tokenPrice: '3.00',
    seller: { id: seller.user.id, email: seller.user.email },
  })
  expect(found.find(({ id }) => id === hidden.id)?.hiddenAt).not.toBeNull()
  expect((await listings('', `&sellerId=${seller.user.id}`)).map(({ id }) => id).toSorted()).toEqual(
    [listing.id, hidden.id].toSorted(),
  )
  expect(await listings('100%')).toEqual([])
})

test('only admins search', async () => {
  const member = await market.signIn()
  for (const path of ['/api/admin/members', '/api/admin/listings']) {
    expect((await member.get(path)).status).toBe(403)
    expect((await market.visitor().get(path)).status).toBe(401)
    expect((await admin.get(`${path}?search=${'x'.repeat(101)}`)).status).toBe(400)
  }
})

test('those of one millisecond are found too, each once', async () => {
  const seller = await market.signIn({ firstName: 'Mona' })
  const ids: Record<'member' | 'listing', string[]> = { member: [], listing: [] }
  for (let n = 1; n <= 5; n += 1) {
    ids.member.unshift((await market.signIn({ firstName: 'Milli', lastName: 'Second' })).user.id)
    ids.listing.unshift((await buildListing(market, { seller, fields: { title: 'Stopwatch' } })).listing.id)
    for (const table of ['member', 'listing'] as const) {
      const at = `2026-02-03 04:05:06.12300${n}Z`
      await market.ctx.db.raw('update ?? set created_at = ? where id = ?', [table, at, ids[table][0] ?? ''])
    }
  }
  expect((await members('Milli Second')).map(({ id }) => id)).toEqual(ids.member)
  expect((await listings('Stopwatch')).map(({ id }) => id)).toEqual(ids.listing)
  const own = await readPages<{ id: string }[]>(seller, '/api/items/user/me?limit=2')
  expect(own.flat().map(({ id }) => id)).toEqual(ids.listing)
})
