import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '../events.ts'
import { testMarket, type TestMarket } from '../testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await testMarket()
})
afterAll(() => market.stop())

const payload = { purchaseId: '7b0c1c5e-5d0b-4d4f-9d39-0f1c2b3a4d5e' }
const jobs = async () => (await market.ctx.db('pgboss.job').where({ name: 'purchasing.refund-card' })).length
const settings = () => market.ctx.db('admin_settings').first<{ processing_fee_percentage: string }>()

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
