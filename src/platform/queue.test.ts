import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { enqueue } from '../events.ts'
import { startQueue } from './queue.ts'
import { testMarket, type TestMarket } from '../testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await testMarket()
})
afterAll(() => market.stop())

const payload = { purchaseId: '7b0c1c5e-5d0b-4d4f-9d39-0f1c2b3a4d5e' }
const jobs = async () => (await market.ctx.db('pgboss.job').where({ name: 'purchasing.refund-card' })).length
const settings = () => market.ctx.db('admin_settings').first()

test('a committed transaction leaves its job', async () => {
  await market.ctx.db.transaction((trx) => enqueue(trx, 'purchasing.refund-card', payload))
  const [job] = await market.ctx.queue.boss.fetch('purchasing.refund-card')
  expect(job?.data).toEqual(payload)
})

test('a rolled-back transaction leaves no job', async () => {
  const before = await jobs()
  const work = market.ctx.db.transaction(async (trx) => {
    await enqueue(trx, 'purchasing.refund-card', payload)
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await jobs()).toBe(before)
})

test('a job that cannot be inserted rolls back the row beside it', async () => {
  const before = await settings()
  const work = market.ctx.db.transaction(async (trx) => {
    await trx('admin_settings').update({ processing_fee_percentage: '77.00' })
    await market.ctx.queue.send(trx, 'no-such-queue', payload)
  })
  await expect(work).rejects.toThrow('no-such-queue')
  expect(await settings()).toEqual(before)
})

test('jobs that were there before the worker are not fetched one by one at intervals', async () => {
  const { ctx } = market
  const name = 'messaging.write-note'
  for (let sent = 0; sent < 30; sent += 1) await ctx.queue.boss.send(name, payload)
  const config = { mode: 'worker', log: ctx.log, timeZone: 'UTC' } as const
  const queue = await startQueue(ctx.config.DATABASE_URL, { [name]: { payload: undefined } }, config)
  onTestFinished(() => queue.stop())
  const all = Promise.withResolvers<undefined>()
  let done = 0
  await queue.work({
    [name]: async () => {
      done += 1
      if (done === 30) all.resolve(undefined)
      return Promise.resolve()
    },
  })
  // At one in two seconds, or in ten, this takes longer than a test may.
  await all.promise
  expect(done).toBe(30)
})
