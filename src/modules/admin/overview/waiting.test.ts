import { beforeAll, expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import { Unavailable } from '../../../platform/errors.ts'
import type { Mail } from '../../../platform/sending/mail.ts'
import { mailsLeave } from '../../../testing/doubles/mailbox.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { decideOrder, orderOf, paidOrder } from '../../../testing/market/orders.ts'
import { promote } from '../../../testing/market/promote.ts'
import { handlers } from '../../../worker.ts'
import { notify } from '../../notifications/index.ts'
import { readWaiting } from './waiting.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
const sent: Mail[] = []
let away = ''
beforeAll(() => {
  market.ctx.mail = {
    send(mail) {
      if (away !== '') return Promise.reject(new Unavailable(away))
      sent.push(mail)
      return Promise.resolve()
    },
  }
})

const waiting = async () =>
  (await readWaiting(market.ctx)).flatMap(({ kind, count, reason }) => (count === 0 ? [] : [{ kind, reason }]))
const kinds = async () => (await waiting()).map(({ kind }) => kind)
const figures = async () => (await market.visitor().get<string>('/metrics')).body

test('a market without members waits for nobody, one with members for an admin and a backup', async () => {
  expect(await kinds()).toEqual([])
  expect(await figures()).not.toMatch(/^market_backup_archived_age_seconds/m)
  const member = await market.signIn({ firstName: 'Olga' })
  expect(await kinds()).toEqual(['no_admin', 'never_backed_up'])
  expect(await figures()).toContain('market_alarms{kind="never_backed_up"} 1')
  const { db, clock } = market.ctx
  await promote(market, member)
  await db('backup').insert({ target: '/mnt/disk', place: 'here', since: clock.now() })
  expect(await kinds()).toEqual([])
})

test('mail that has not left for a quarter of an hour, with the last error; 13 hours later all of it leaves', async () => {
  const member = await market.signIn({ firstName: 'Nora' })
  const tell = (key: string) =>
    transact(market.ctx.db, (trx) =>
      notify(trx, {
        memberId: member.user.id,
        kind: 'account',
        key,
        told: 'admin: warning',
        facts: { reason: key },
        path: null,
        button: null,
        now: market.clock.now(),
      }),
    )
  away = '454 not now'
  await tell('first')
  await mailsLeave(market, 0)
  expect(await kinds()).toEqual([])
  for (let quarter = 0; quarter < 13 * 4; quarter += 1) await mailsLeave(market, 15)
  expect(await waiting()).toEqual([{ kind: 'mail_away', reason: '454 not now' }])
  expect(await figures()).toContain('market_alarms{kind="mail_away"} 1')
  away = ''
  await mailsLeave(market, 1)
  expect(sent.map(({ to }) => to)).toEqual([member.user.email])
  expect(await kinds()).toEqual([])
})

test('a problem waits for an admin, and calls on the last day before the clock decides', async () => {
  const { buyer, seller, purchaseId } = await paidOrder(market, { lines: 1 })
  const path = `/api/purchases/${purchaseId}/problem`
  expect((await buyer.post(path, { reason: 'broken', words: 'The wheel is missing.' })).status).toBe(200)
  await seller.post(`${path}/answer`, { words: 'It was there this morning.' })
  expect(await kinds()).toEqual(['waiting_dispute'])
  const line = await market.ctx.db('purchase_line').where({ purchase_id: purchaseId }).first()
  expect((await readWaiting(market.ctx)).find(({ count }) => count > 0)?.oldest).toEqual(line?.disputed_at)
  market.clock.advance({ days: 5, minutes: 23 * 60 })
  expect(await kinds()).toEqual(['waiting_dispute', 'backup_behind'])
  market.clock.advance({ minutes: 120 })
  expect(await kinds()).toEqual(['decision_due', 'waiting_dispute', 'backup_behind'])
})

test('what only its own admin could decide needs another admin: it says so, and the clock decides in time', async () => {
  const { db } = market.ctx
  const [sole] = await db('member').where({ is_admin: true })
  const seller = await market.signIn({ email: sole?.email ?? '' })
  expect((await db('member').where({ is_admin: true })).map(({ id }) => id)).toEqual([seller.user.id])
  const needs = async () => (await readWaiting(market.ctx)).find(({ kind }) => kind === 'other_admin')?.count
  expect(await needs()).toBe(0)
  const order = await paidOrder(market, { lines: 1, seller })
  const path = `/api/purchases/${order.purchaseId}/problem`
  await order.buyer.post(path, { reason: 'broken', words: 'The wheel is missing.' })
  await seller.post(`${path}/answer`, { words: 'It was there this morning.' })
  expect(await needs()).toBe(1)
  expect(await decideOrder(seller, order, 'release')).toMatchObject({
    status: 403,
    body: { code: 'OTHER_ADMIN_DECIDES' },
  })
  // A report about the only admin waits for another one, too.
  const report = { subject: { kind: 'member', id: seller.user.id }, reason: 'spam' }
  const { body } = await order.buyer.post<{ id: string }>('/api/reports', report)
  expect(await needs()).toBe(2)
  const dismissed = await seller.post(`/api/admin/reports/${body.id}/decision`, { action: 'dismiss' })
  expect(dismissed.body).toMatchObject({ code: 'OWN_SUBJECT' })
  expect(await figures()).toContain('market_alarms{kind="other_admin"} 2')

  const other = await market.signIn({ firstName: 'Omar' })
  await promote(market, other)
  expect(await needs()).toBe(0)
  expect((await decideOrder(other, order, 'refund')).status).toBe(200)
})

test('a problem of the only admin goes back to the buyer by the clock', async () => {
  const { db } = market.ctx
  const [sole, ...others] = await db('member').where({ is_admin: true }).orderBy('created_at')
  await db('member')
    .whereIn(
      'id',
      others.map(({ id }) => id),
    )
    .update({ is_admin: false })
  const seller = await market.signIn({ email: sole?.email ?? '' })
  const order = await paidOrder(market, { lines: 1, seller })
  const path = `/api/purchases/${order.purchaseId}/problem`
  await order.buyer.post(path, { reason: 'broken', words: 'The wheel is missing.' })
  await seller.post(`${path}/answer`, { words: 'It was there this morning.' })
  market.clock.advance({ days: 7, minutes: 1 })
  await handlers(market.ctx)['handover.follow-problems']({})
  expect((await orderOf(order)).state).toBe('refund_due')
})
