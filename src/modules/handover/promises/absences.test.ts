import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  agreedTrade,
  callOff,
  cardOf,
  offer,
  hourIn,
  say,
  sayAbsent,
  toldTo,
} from '../../../testing/market/appointments.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { confirmOrder, type OpenOrder } from '../../../testing/market/orders.ts'
import { followAppointments } from '../appointment/follow-appointments.ts'
import { countAbsences } from './count-absences.ts'
import { keptPromises } from './kept-promises.ts'

const market = useMarket()
beforeEach(() => {
  market.clock.set('2026-12-01T09:00:00Z')
})
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const answer = (by: TestClient, { purchaseId }: OpenOrder, word?: string) =>
  by.post<{ code?: string }>(
    `/api/purchases/${purchaseId}/appointment/absent/answer`,
    word === undefined ? {} : { word },
  )
const later = (by: { days?: number; minutes?: number }) => {
  market.clock.advance(by)
  return Promise.all([countAbsences(market.ctx), countAbsences(market.ctx)])
}
const promisesOf = ({ user }: TestClient) => keptPromises(market.ctx.db, user.id)
const friendlyWord = 'trades: About your appointments'

test('half an hour after the beginning either side may say that the other did not come, once', async () => {
  const order = await agreedTrade(market, { minutes: 60 })
  market.clock.set(new Date(Date.parse(order.start) + 29 * 60_000))
  expect(await sayAbsent(order.buyer, order)).toMatchObject({ status: 409, body: { code: 'TOO_EARLY' } })
  market.clock.set(new Date(Date.parse(order.start) + 30 * 60_000))
  const { body } = await sayAbsent(order.buyer, order, 'I rang three times')
  expect(body).toMatchObject({
    stage: 'paid',
    appointment: null,
    absence: { by: 'buyer', word: 'I rang three times', answer: null },
  })
  expect(await sayAbsent(order.buyer, order)).toMatchObject({ status: 409, body: { code: 'NO_APPOINTMENT' } })
  expect(await toldTo(order.seller)).toContain('account: Were you there?')
  expect((await offer(order.seller, order, [hourIn(market, 60)])).body.stage).toBe('times_offered')
})

test('of two who both said that they were there, neither says that the other did not come, nor that as a problem', async () => {
  const order = await agreedTrade(market, { minutes: 60 })
  market.clock.advance({ minutes: 65 })
  for (const side of [order.buyer, order.seller]) expect((await say(side, order, 'here')).status).toBe(200)
  market.clock.advance({ minutes: 40 })
  const refused = { status: 409, body: { code: 'BOTH_WERE_THERE' } }
  for (const side of [order.buyer, order.seller]) expect(await sayAbsent(side, order)).toMatchObject(refused)
  const report = (reason: string) =>
    order.buyer.post(`/api/purchases/${order.purchaseId}/problem`, { reason, words: 'I waited for an hour.' })
  expect(await report('did_not_come')).toMatchObject(refused)
  expect(await cardOf(order.buyer, order)).toMatchObject({ stage: 'at_the_door', problem: null })
  expect((await report('broken')).status).toBe(200)
})

test.each(['called off before its time', 'over for a day'])('nor once that appointment is %s', async (how) => {
  const order = await agreedTrade(market, { minutes: 60 })
  market.clock.advance({ minutes: 55 })
  for (const side of [order.buyer, order.seller]) expect((await say(side, order, 'here')).status).toBe(200)
  if (how === 'over for a day') {
    market.clock.advance({ days: 1, minutes: 10 })
    await followAppointments(market.ctx)
  } else expect((await callOff(order.buyer, order)).status).toBe(200)
  expect(await cardOf(order.buyer, order)).toMatchObject({ appointment: null })
  const problem = { reason: 'did_not_come', words: 'I waited for an hour.' }
  const { status, body } = await order.buyer.post(`/api/purchases/${order.purchaseId}/problem`, problem)
  expect([status, body['code']]).toEqual([409, 'BOTH_WERE_THERE'])
})

test('both at the same moment: one has said it, the other may answer', async () => {
  const order = await agreedTrade(market, { minutes: 60 })
  market.clock.advance({ minutes: 95 })
  const answers = await Promise.all([sayAbsent(order.buyer, order), sayAbsent(order.seller, order)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const [first, second] = answers[0].status === 200 ? [order.buyer, order.seller] : [order.seller, order.buyer]
  expect((await answer(second, order)).status).toBe(200)
  expect(await answer(first, order)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_ANSWER' } })
})

test('the other answers within a day: it counts for nobody', async () => {
  const order = await agreedTrade(market, { minutes: 60 })
  market.clock.advance({ minutes: 95 })
  await sayAbsent(order.buyer, order)
  market.clock.advance({ minutes: 24 * 60 - 2 })
  expect((await answer(order.seller, order, 'I was in the garden')).status).toBe(200)
  expect((await answer(order.seller, order)).status).toBe(200)
  expect((await cardOf(order.buyer, order)).absence?.answer).toMatchObject({ word: 'I was in the garden' })
  await later({ days: 2 })
  expect([await promisesOf(order.buyer), await promisesOf(order.seller)]).toEqual([
    { kept: 0, of: 0 },
    { kept: 0, of: 0 },
  ])
})

test('after a day of silence it counts; then it is too late for an answer', async () => {
  const order = await agreedTrade(market, { minutes: 60 })
  market.clock.advance({ minutes: 95 })
  await sayAbsent(order.buyer, order)
  await later({ minutes: 24 * 60 - 1 })
  expect(await promisesOf(order.seller)).toEqual({ kept: 0, of: 0 })
  await later({ minutes: 2 })
  expect(await answer(order.seller, order)).toMatchObject({ status: 409, body: { code: 'TOO_LATE' } })
  expect([await promisesOf(order.buyer), await promisesOf(order.seller)]).toEqual([
    { kept: 1, of: 1 },
    { kept: 0, of: 1 },
  ])
  expect(await toldTo(order.seller)).not.toContain(friendlyWord)
})

test('the second within 60 days leads to a friendly word, one; after 60 days all is as before', async () => {
  let seller = await market.signIn({ firstName: 'Maya' })
  const words = async () => (await toldTo(seller)).filter((one) => one === friendlyWord).length
  const miss = async () => {
    const order = await agreedTrade(market, { seller, minutes: 60 })
    market.clock.advance({ minutes: 95 })
    await sayAbsent(order.buyer, order)
    await later({ days: 1, minutes: 1 })
    return order
  }
  await miss()
  const pass = async (days: number) => {
    market.clock.advance({ days })
    // Nobody is signed in for that long.
    seller = await market.signIn({ email: seller.user.email })
  }
  await pass(57)
  expect(await words()).toBe(0)
  await miss()
  expect(await words()).toBe(1)
  await pass(60)
  await miss()
  expect(await words()).toBe(1)
})

test('a job that was killed between two of them goes on with the rest', async () => {
  const orders = [await agreedTrade(market, { minutes: 60 }), await agreedTrade(market, { minutes: 60 })]
  market.clock.advance({ minutes: 95 })
  for (const order of orders) await sayAbsent(order.buyer, order)
  market.clock.advance({ days: 1, minutes: 1 })
  let left = 1
  const { clock, log } = market.ctx
  // The first one's transaction is over, then the process is gone.
  const dying = {
    ...market.ctx,
    log: Object.assign(Object.create(log) as typeof log, { warn: () => undefined }),
    clock: {
      now() {
        if (left < 0) throw new Error('killed')
        left -= 1
        return clock.now()
      },
    },
  }
  await countAbsences(dying)
  const counted = async () =>
    Number(
      (
        await market.ctx
          .db('appointment')
          .whereNotNull('absent_counted_at')
          .whereIn(
            'purchase_id',
            orders.map(({ purchaseId }) => purchaseId),
          )
          .count('*')
      )[0]?.count,
    )
  expect(await counted()).toBe(1)
  await countAbsences(market.ctx)
  expect(await counted()).toBe(2)
})

test('an appointment that nobody complained about is kept by both', async () => {
  const order = await agreedTrade(market, { minutes: 60 })
  await confirmOrder(order)
  market.clock.advance({ days: 1, minutes: 62 })
  await followAppointments(market.ctx)
  expect([await promisesOf(order.buyer), await promisesOf(order.seller)]).toEqual([
    { kept: 1, of: 1 },
    { kept: 1, of: 1 },
  ])
})
