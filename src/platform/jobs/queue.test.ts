import { expect, onTestFinished, test } from 'vitest'
import { enqueue } from '../../events.ts'
import { startQueue } from './queue.ts'
import { statementsOf, type Statement } from '../../testing/postgres/count-statements.ts'
import { useMarket } from '../../testing/market/use-market.ts'

const market = useMarket()

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

test('a batch is fetched and completed in one statement each, and only its job that fails is tried again', async () => {
  const { ctx } = market
  const name = 'messaging.write-note'
  const { boss } = ctx.queue
  await boss.deleteAllJobs(name)
  await boss.insert(
    name,
    Array.from({ length: 7 }, (_, nth) => ({ data: { nth } })),
  )
  const config = { mode: 'worker', log: ctx.log, timeZone: 'UTC' } as const
  const queue = await startQueue(ctx.config.DATABASE_URL, { [name]: { payload: undefined, batch: 10 } }, config)
  onTestFinished(() => queue.stop())
  const taken: unknown[] = []
  const statements = await statementsOf(market, async () => {
    await queue.work({
      [name]: (payload) => {
        taken.push(payload)
        return (payload as { nth: number }).nth === 2 ? Promise.reject(new Error('no such luck')) : Promise.resolve()
      },
    })
    await queue.stop()
  })
  const jobs = await ctx.db('pgboss.job').where({ name }).orderByRaw(`data ->> 'nth'`)
  const failed = { state: 'retry', output: expect.objectContaining({ message: 'no such luck' }) as object }
  const done = { state: 'completed', output: null }
  expect(jobs).toMatchObject([done, done, failed, done, done, done, done])
  // A slow machine may look for more in vain, and look after the queue meanwhile.
  const settles = ({ sql }: Statement) => /^\s*with (input|output_map) as/i.test(sql)
  expect(taken).toHaveLength(7)
  // Completed, failed.
  expect(statements.filter(settles)).toHaveLength(2)
})

test('a job of a killed worker is taken up by another, and an honest one keeps its own', async () => {
  const { ctx } = market
  const name = 'messaging.write-note'
  const { boss } = ctx.queue
  await boss.deleteAllJobs(name)
  await boss.send(name, { of: 'the dead' })
  // Fetched, and never heard of again; the lease has run out by now.
  const [job] = await boss.fetch(name)
  await ctx.db.raw(`update pgboss.job set heartbeat_on = now() - interval '11 seconds' where id = ?`, [job!.id])
  const config = { mode: 'worker', log: ctx.log, timeZone: 'UTC' } as const
  const queue = await startQueue(ctx.config.DATABASE_URL, { [name]: { payload: undefined } }, config)
  onTestFinished(() => queue.stop())
  const taken = Promise.withResolvers<unknown>()
  await queue.work({
    [name]: (payload) => {
      taken.resolve(payload)
      return Promise.resolve()
    },
  })
  expect(await taken.promise).toEqual({ of: 'the dead' })
})

test('what a start says of a queue goes, whatever an earlier one said; what is not listed any more is not scheduled', async () => {
  const { ctx } = market
  const config = { mode: 'worker', log: ctx.log, timeZone: 'UTC' } as const
  const start = async (settings: Parameters<typeof startQueue>[1]) => {
    const queue = await startQueue(ctx.config.DATABASE_URL, settings, config)
    const found = await queue.boss.getQueue('messaging.announce-purchase')
    const schedules = (await queue.boss.getSchedules()).map(({ name, cron }) => `${name} ${cron}`)
    await queue.stop()
    return { retryLimit: found?.retryLimit, expireInSeconds: found?.expireInSeconds, schedules }
  }
  const [name, other, payload] = ['messaging.announce-purchase', 'catalog.fold-counts', undefined] as const
  const before = await start({
    [name]: { payload, retryLimit: 2, expireInSeconds: 77, schedule: '1 1 * * *' },
    [other]: { payload, schedule: '2 2 * * *' },
  })
  expect(before).toEqual({ retryLimit: 2, expireInSeconds: 77, schedules: [`${other} 2 2 * * *`, `${name} 1 1 * * *`] })
  const after = await start({ [name]: { payload, retryLimit: 12 }, [other]: { payload, schedule: '3 3 * * *' } })
  expect(after).toEqual({ retryLimit: 12, expireInSeconds: 900, schedules: [`${other} 3 3 * * *`] })
})
