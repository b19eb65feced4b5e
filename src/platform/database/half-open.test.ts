import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../testing/postgres/database.ts'
import { startFreezingProxy } from '../../testing/doubles/freezing-proxy.ts'
import { openMarket, type TestMarket } from '../../testing/market/open-market.ts'
import { createListener } from './listener.ts'
import { startQueue, type Queue } from '../jobs/queue.ts'

// Half-open connections: a balancer between the market and its database hangs, and nobody is told.
let database: Awaited<ReturnType<typeof cloneDatabase>>
let proxy: Awaited<ReturnType<typeof startFreezingProxy>>
let market: TestMarket
let worker: Queue
const deadlines = { connect: 10_000, query: 10_000, ping: 3000 }
const ran: unknown[] = []
beforeAll(async () => {
  database = await cloneDatabase()
  proxy = await startFreezingProxy(Number(new URL(database.url).port))
  const env = { LOG_LEVEL: 'silent' }
  market = await openMarket(proxy.through(database.url), { env, deadlines })
  worker = await startQueue(
    proxy.through(database.url),
    { 'messaging.write-note': { payload: undefined } },
    { mode: 'worker', log: market.ctx.log, timeZone: 'UTC', deadlines },
  )
  await worker.work({
    'messaging.write-note': (payload) => {
      ran.push(payload)
      return Promise.resolve()
    },
  })
})
afterAll(async () => {
  await worker.stop()
  await market.stop()
  await proxy.stop()
  await database.drop()
})

const ask = async (path: string) => (await fetch(market.url + path)).status

test('what a hanging balancer holds is told within the deadlines, and afterwards all goes on by itself', async () => {
  const listener = createListener(market.ctx.config.DATABASE_URL, market.ctx.log, 200)
  const heard: string[] = []
  const unsubscribe = listener.subscribe(['half_open'], {
    notify: (_, word) => heard.push(word),
    connected: () => heard.push('connected'),
    lost: () => heard.push('lost'),
  })
  await expect.poll(() => heard).toContain('connected')
  // Several connections, all of which will be dead.
  expect(await Promise.all(Array.from({ length: 8 }, () => ask('/api/impact/stats')))).toEqual(Array(8).fill(200))
  await expect.poll(() => ask('/readyz')).toBe(200)
  const inTransaction = market.ctx.db.transaction(async (trx) => {
    await trx.raw('select 1')
    proxy.freeze()
    await trx.raw('select 2')
  })
  await expect(inTransaction).rejects.toThrow(/Query read timeout|connection error/)
  expect(await ask('/healthz')).toBe(200)
  expect(await Promise.all([ask('/readyz'), ask('/api/impact/stats'), ask('/metrics')])).toEqual([503, 503, 200])
  await expect.poll(() => heard).toContain('lost')

  proxy.thaw()
  await expect.poll(() => ask('/readyz')).toBe(200)
  expect(await Promise.all(Array.from({ length: 8 }, () => ask('/api/impact/stats')))).toEqual(Array(8).fill(200))
  await market.ctx.queue.boss.send('messaging.write-note', { after: 'the thaw' })
  await expect.poll(() => ran).toEqual([{ after: 'the thaw' }])
  await expect.poll(() => heard.slice(1)).toContain('connected')
  unsubscribe()
})

test('a statement may take longer where the transaction has lifted the server’s limit', async () => {
  const patient = market.ctx.db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0')
    const { rows } = await trx.raw<{ rows: unknown[] }>('select pg_sleep(12)')
    return rows.length
  })
  expect(await patient).toBe(1)
  await expect(market.ctx.db.raw('select pg_sleep(12)')).rejects.toThrow('Query read timeout')
})
