import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { QueueName } from '../../events.ts'
import { agreedTrade, sayAbsent, thank } from '../../testing/market/appointments.ts'
import { auditFindings } from '../../testing/market/audit.ts'
import { untilSomebodyWaits } from '../../testing/postgres/lock-waits.ts'
import { useMarket } from '../../testing/market/use-market.ts'
import { confirmOrder, decideOrder, orderOf, paidOrder, reportOrder } from '../../testing/market/orders.ts'
import { spawnProcess } from '../../testing/market/start-market.ts'

const DEADLINES = [
  'handover.count-absences',
  'handover.follow-appointments',
  'handover.follow-problems',
  'handover.follow-thanks',
  'purchasing.follow-deliveries',
] satisfies QueueName[]

const market = useMarket()

/** Kinds of notices by how often members have got them, but for those that deadlines send. */
async function told(): Promise<Record<string, number>> {
  const rows = await market.ctx.db('notice').select('told')
  const counts: Record<string, number> = {}
  for (const { told } of rows) counts[told ?? ''] = (counts[told ?? ''] ?? 0) + 1
  return counts
}

test('every job of a deadline that is killed half-way leaves nothing half done, and does it once the next time', async () => {
  // The worker's clock can't be moved: it is now when all of this is due.
  const now = market.clock.now().getTime()
  market.clock.set(new Date(now - 15 * 86_400_000))
  const admin = await market.signIn()
  await admin.post('/api/admin/setup')
  const forgotten = await paidOrder(market, { lines: 1 })
  const thanked = await paidOrder(market, { lines: 1 })
  await confirmOrder(thanked)
  await thank(thanked.buyer, thanked, 'Lovely')
  market.clock.set(new Date(now - 3 * 86_400_000))
  const [silent, decided] = [await paidOrder(market, { lines: 1 }), await paidOrder(market, { lines: 1 })]
  for (const order of [silent, decided]) await reportOrder(order)
  await decideOrder(admin, decided, 'release')
  const [first, second] = [
    await agreedTrade(market, { minutes: 10 }),
    await agreedTrade(market, { minutes: 10, seller: silent.seller }),
  ]
  const third = await agreedTrade(market, { minutes: 10, seller: first.seller })
  await agreedTrade(market, { minutes: 3 * 24 * 60 + 60 })
  market.clock.advance({ minutes: 45 })
  for (const missed of [first, second, third]) await sayAbsent(missed.buyer, missed)
  await market.runJobs()
  const before = await told()

  const { DATABASE_URL, DATA_DIR } = market.ctx.config
  await market.ctx.db.transaction(async (trx) => {
    await trx.raw('set local idle_in_transaction_session_timeout = 0; lock table notice in exclusive mode')
    const worker = spawnProcess('src/worker.ts', { DATABASE_URL, DATA_DIR, LOG_LEVEL: 'info' })
    const ended = once(worker, 'exit')
    await new Promise<void>((resolve) => {
      worker.stdout.on('data', (line) => {
        if (String(line).includes('worker is running jobs')) resolve()
      })
    })
    const send = () => Promise.all(DEADLINES.map((queue) => market.ctx.queue.boss.send(queue, {})))
    await send()
    // A handler waits for a lock for five seconds; on a busy machine the first may have given up when the last begins.
    const again = setInterval(() => void send(), 4000)
    try {
      await untilSomebodyWaits(market.ctx.db, DEADLINES.length)
    } finally {
      clearInterval(again)
      worker.kill('SIGKILL')
    }
    await ended
  })
  const states = async () => {
    const orders = [forgotten, silent, decided].map(orderOf)
    return (await Promise.all(orders)).map(({ state }) => state)
  }
  expect(await states()).toEqual(['paid', 'disputed', 'disputed'])
  expect(await told()).toEqual(before)

  market.clock.set(new Date(now))
  // Their processes are gone: the next round is not that of the job that was lost.
  await market.ctx.db.raw(`delete from pgboss.job where name = any(?)`, [DEADLINES])
  for (const queue of DEADLINES) await market.ctx.queue.boss.send(queue, {})
  await market.runJobs()
  expect(await states()).toEqual(['delivered', 'refunded', 'delivered'])
  const after = await told()
  const news = Object.entries(after).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const)
  expect(Object.fromEntries(news.filter(([, count]) => count > 0))).toEqual({
    'absence: counted': 1,
    'appointment: soon': 2,
    'decision: announced to who may appeal': 1,
    'decision: announced to whom it favours': 1,
    'purchase: decided for the seller': 2,
    'purchase: refunded by the clock': 2,
    'purchase: released by the clock': 2,
    'thanks: shown': 1,
  })
  expect(await auditFindings(market)).toEqual([])
})
