import { beforeAll, expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { undoIsOver } from '../../../testing/market/undo-is-over.ts'
import type { CategoryPrice } from '../../catalog/contract.ts'
import { promoteAdmin } from '../index.ts'
import type { AdminAction } from '../log/contract.ts'
import type { MemberFile } from '../members/contract.ts'
import type { CannedWords, Settings } from '../settings/contract.ts'
import type { SiteSettings } from '../site/contract.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
let june: TestClient
let omar: TestClient
beforeAll(async () => {
  june = await market.signIn({ firstName: 'June' })
  omar = await market.signIn({ firstName: 'Omar' })
  for (const { user } of [june, omar])
    await transact(market.ctx.db, (trx) => promoteAdmin(trx, { email: user.email, now: market.clock.now() }))
})

const undo = (act: { headers: Headers }) =>
  june.post<{ code: string }>(/<([^>]+)>; rel="undo"/.exec(act.headers.get('link') ?? '')?.[1] ?? '', {})
const settings = async () => {
  const { updatedAt: _, ...rest } = (await june.get<Settings>('/api/admin/settings')).body
  return rest
}
const site = async () => (await june.get<SiteSettings>('/api/admin/site')).body
const words = async () => (await june.get<CannedWords>('/api/admin/canned-words')).body
const prices = async () =>
  (await market.visitor().get<CategoryPrice[]>('/api/admin/category-prices')).body.map(
    ({ category, tokenPrice, retailPrice }) => `${category} ${tokenPrice} ${retailPrice}`,
  )

test('fees and the supply target are as they were, and what else was set stays', async () => {
  const before = await settings()
  const fee = await june.patch('/api/admin/settings', { transactionFeePercentage: '7.5' })
  const target = await omar.patch('/api/admin/settings', { supplyTarget: '35', supplyTargetMoves: true })
  expect(await settings()).toMatchObject({ transactionFeePercentage: '7.50', supplyTarget: '35.00' })
  // The later one about the same settings holds.
  expect((await undo(fee)).body).toMatchObject({ code: 'UNDO_OVERTAKEN' })
  expect((await undo(target)).status).toBe(204)
  expect(await settings()).toEqual({ ...before, transactionFeePercentage: '7.50' })
  expect((await undo(fee)).status).toBe(204)
  expect(await settings()).toEqual(before)
  const [line] = (await june.get<AdminAction[]>('/api/admin/actions?limit=1')).body
  expect(line).toMatchObject({ action: 'action.undo', name: null })
})

test('a category is back at its price, gone again, or there again', async () => {
  await june.post('/api/admin/seed-categories', {})
  const before = await prices()
  const dearer = await june.patch('/api/admin/category-prices/toys', { tokenPrice: 9, retailPrice: '99.50' })
  expect(await prices()).toContain('toys 9 99.50')
  expect((await undo(dearer)).status).toBe(204)
  expect(await prices()).toEqual(before)
  const added = await june.post('/api/admin/category-prices', { category: 'kayaks' })
  expect((await undo(added)).status).toBe(204)
  expect(await prices()).toEqual(before)
  const deleted = await june.delete('/api/admin/category-prices/toys')
  expect(await prices()).toHaveLength(before.length - 1)
  expect((await undo(deleted)).status).toBe(204)
  expect((await prices()).sort()).toEqual([...before].sort())
  const again = await june.delete('/api/admin/category-prices/toys')
  await omar.post('/api/admin/seed-categories', {})
  expect((await undo(again)).body).toMatchObject({ code: 'UNDO_OVERTAKEN' })
})

test("ready-made words are back, and a list that was seen before can't overwrite them", async () => {
  const { version } = await words()
  const first = await june.send('PUT', '/api/admin/canned-words', { version, words: ['It was recalled'] })
  const second = await omar.send('PUT', '/api/admin/canned-words', { version: version + 1, words: ['A prank'] })
  expect((await undo(first)).body).toMatchObject({ code: 'UNDO_OVERTAKEN' })
  // The site has nothing to do with them.
  await june.patch('/api/admin/site', { version: (await site()).version, tagline: 'From us to you' })
  expect((await undo(second)).status).toBe(204)
  expect((await words()).words).toEqual(['It was recalled'])
  const late = await omar.send<{ code: string }>('PUT', '/api/admin/canned-words', { version: version + 2, words: [] })
  expect(late.body).toMatchObject({ code: 'WORDS_CHANGED' })
})

test('the site is called as before, for everybody at once, its long texts whole', async () => {
  const terms = 'Be kind. '.repeat(100).trim()
  await june.patch('/api/admin/site', { version: (await site()).version, name: 'Alder Lane', terms })
  await undoIsOver(market)
  const before = await site()
  const renamed = await june.patch('/api/admin/site', {
    version: before.version,
    name: 'Elder Lane',
    terms: '',
    cardPerOrder: '4.00',
  })
  expect((await market.visitor().get('/api/site')).body).toMatchObject({ name: 'Elder Lane' })
  expect((await undo(renamed)).status).toBe(204)
  expect((await market.visitor().get('/api/site')).body).toMatchObject({ name: 'Alder Lane' })
  expect(await site()).toEqual({ ...before, version: before.version + 2 })
})

test('what nobody had set is unset again', async () => {
  const row = async () => market.ctx.db('site').first('place', 'units')
  const before = await row()
  expect(before).toEqual({ place: null, units: null })
  const { version, units } = await site()
  const chosen = await june.patch('/api/admin/site', { version, place: 'Linz', units })
  expect(await row()).toEqual({ place: 'Linz', units })
  expect((await undo(chosen)).status).toBe(204)
  expect(await row()).toEqual(before)
})

test('a note is gone; after a minute it stays', async () => {
  const { user } = await market.signIn()
  const note = (said: string) => june.post(`/api/admin/members/${user.id}/notes`, { words: said })
  const notes = async () =>
    (await june.get<MemberFile>(`/api/admin/members/${user.id}`)).body.notes.map((each) => each.words)
  const slip = await note('Meant for somebody else')
  expect(await notes()).toEqual(['Meant for somebody else'])
  await omar.post(`/api/admin/members/${user.id}/sign-out`, { reason: 'Their phone was stolen' })
  expect((await undo(slip)).status).toBe(204)
  expect(await notes()).toEqual([])
  const meant = await note('Always on time')
  market.clock.advance({ minutes: 1 })
  expect((await undo(meant)).body).toMatchObject({ code: 'UNDO_OVER' })
  expect(await notes()).toEqual(['Always on time'])
})

test('nobody takes away a note about themselves', async () => {
  const note = await omar.post(`/api/admin/members/${june.user.id}/notes`, { words: 'Forgets to answer' })
  expect((await undo(note)).body).toMatchObject({ code: 'OWN_SUBJECT' })
  const { body } = await omar.get<MemberFile>(`/api/admin/members/${june.user.id}`)
  expect(body.notes).toHaveLength(1)
})
