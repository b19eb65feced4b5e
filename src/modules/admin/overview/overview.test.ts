import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import type { Answer, TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { buildPurchase, reserve } from '../../../testing/market/trades.ts'
import { promote } from '../../../testing/market/promote.ts'
import type { AdminAction } from '../log/contract.ts'
import type { Work } from '../today/contract.ts'
import type { Overview } from './contract.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
let admin: TestClient
beforeAll(async () => {
  admin = await market.signIn({ firstName: 'Olga' })
  await promote(market, admin)
})

const overview = async () => (await admin.get<Overview>('/api/admin/overview')).body
const alarm = async (kind: string) => (await overview()).alarms.find((one) => one.kind === kind)

test('the overview counts members, listings, purchases and tokens', async () => {
  expect((await market.visitor().get('/api/admin/overview')).status).toBe(401)
  expect((await (await market.signIn()).get('/api/admin/overview')).status).toBe(403)
  const before = await overview()
  const { buyer } = await buildPurchase(market)
  const { listing, seller } = await buildListing(market)
  await seller.patch(`/api/items/${listing.id}`, { status: 'withdrawn' })
  const reserved = await buildListing(market)
  await reserve(await market.signIn(), reserved.listing.id)
  const after = await overview()

  expect(after.members).toBe(before.members + 5)
  expect(after.listings).toEqual({ available: 0, reserved: 1, claimed: 1, withdrawn: 1, hidden: 0 })
  expect(after.purchases).toMatchObject({ reserved: 1, paid: 1, delivered: 0, refund_failed: 0 })
  const held = Number((await buyer.refreshUser()).tokensInEscrow)
  expect(Number(after.tokens.inEscrow)).toBeCloseTo(2 * held, 2)
  const total = ({ tokens }: Overview) => Number(tokens.inCirculation) + Number(tokens.inEscrow) + Number(tokens.fees)
  expect(total(after) - total(before)).toBeCloseTo(50, 2)
  expect(after.alarms.filter(({ count }) => count > 0).map(({ kind }) => kind)).toEqual(['never_backed_up'])
})

test('alarms: somebody guesses the sign-in codes of a mailbox', async () => {
  const [thief, email] = [market.visitor(), 'guessed@example.com']
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await alarm('sign_in_guessing')).toEqual({ kind: 'sign_in_guessing', count: 0, oldest: null })
    const { body } = await thief.post<{ code: string }>('/api/auth/code', { email })
    const code = body.code.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    for (let guess = 0; guess < 5; guess += 1) await thief.post('/api/auth/session', { email, code })
    market.clock.advance({ minutes: 30 })
  }
  expect(await alarm('sign_in_guessing')).toMatchObject({ count: 1 })
  market.clock.advance({ days: 1 })
  expect(await alarm('sign_in_guessing')).toMatchObject({ count: 0 })
})

test('alarms: overdue reservations, events that could not be applied, refunds that did not arrive', async () => {
  const { listing } = await buildListing(market)
  await reserve(await market.signIn(), listing.id)
  market.clock.advance({ minutes: 21 })
  // This reservation and the one of the test before.
  expect(await alarm('overdue_reservation')).toMatchObject({ count: 2, oldest: expect.any(String) as string })

  const now = market.clock.now()
  const event = { id: 'evt_odd', type: 'payment_intent.succeeded', created_at: now, received_at: now }
  await market.ctx.db('card_event').insert({ ...event, problem: 'no such purchase' })
  expect(await alarm('card_event')).toEqual({ kind: 'card_event', count: 1, oldest: now.toISOString() })

  const { purchaseId } = await buildPurchase(market)
  const refund = { key: `purchase:${purchaseId}:refund`, purchase_id: purchaseId, amount_cents: 350 }
  await market.ctx.db('card_refund').insert({ ...refund, due_at: new Date(now.getTime() - 2 * 3_600_000) })
  expect((await alarm('refund_overdue'))?.count).toBe(1)
  await market.ctx.db('card_refund').where({ key: refund.key }).update({ failure: 'expired_or_canceled_card' })
  expect([(await alarm('refund_overdue'))?.count, (await alarm('refund_failed'))?.count]).toEqual([0, 1])
})

test('failed jobs are shown with their error, and not with what they carry', async () => {
  const { boss } = market.ctx.queue
  const id = await boss.send('wallet.reward-sale', { secret: '12 Hidden Lane' }, { retryLimit: 0 })
  await boss.fetch('wallet.reward-sale')
  await boss.fail('wallet.reward-sale', id!, { message: 'it did not work' })
  const { body } = await admin.get<Work[]>('/api/admin/work?kind=failed_job')
  expect(body).toHaveLength(1)
  expect(body[0]?.about).toMatchObject({
    failedJobs: [{ id, queue: 'wallet.reward-sale', error: 'it did not work' }],
  })
  expect((await alarm('failed_job'))?.count).toBe(1)
  expect(JSON.stringify(body)).not.toContain('Hidden')
})

test('the record of admin writes comes page by page, latest first, each with who and what', async () => {
  expect((await (await market.signIn()).get('/api/admin/actions')).status).toBe(403)
  await admin.post('/api/admin/seed-categories')
  for (const tokenPrice of [4, 5, 6]) await admin.patch('/api/admin/category-prices/toys', { tokenPrice })
  const pages: AdminAction[][] = []
  for (let path: string | undefined = '/api/admin/actions?limit=2'; path;) {
    const page: Answer<AdminAction[]> = await admin.get<AdminAction[]>(path)
    pages.push(page.body)
    path = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  const all = pages.flat()
  expect(all.map(({ action }) => action)).toEqual([
    ...Array<string>(3).fill('category.update'),
    'category.seed',
    'admin.promote',
  ])
  expect(all[0]).toMatchObject({
    actor: { id: admin.user.id, firstName: 'Olga', email: admin.user.email },
    subject: 'category:toys',
    before: { tokenPrice: 5 },
    after: { tokenPrice: 6 },
  })
  expect(all.at(-1)?.actor).toBeNull()
  expect((await admin.get(`/api/admin/actions?cursor=${randomUUID()}`)).status).toBe(400)
})
