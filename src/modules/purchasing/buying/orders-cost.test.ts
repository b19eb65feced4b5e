import { expect, test } from 'vitest'
import { useMarket } from '../../../testing/market/use-market.ts'
import {
  buildBasket,
  cancelOrder,
  confirmOrder,
  finishOrder,
  reportOrder,
  startOrder,
} from '../../../testing/market/orders.ts'
import { payCard } from '../../../testing/market/trades.ts'

const market = useMarket()

/** Statements that are not the market's own work, or are the same for every call. */
const ASIDE = /sandbox_|pgboss|sessions|rate_limit/

/** Statements of each call about an order of so many things, and of the jobs that follow. */
async function statements(lines: number, end: 'confirm' | 'cancel'): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  async function counted<T>(name: string, work: () => Promise<T>): Promise<T> {
    const count = ({ sql }: { sql: string }) => {
      if (!ASIDE.test(sql)) counts[name] = (counts[name] ?? 0) + 1
    }
    market.ctx.db.on('query', count)
    try {
      return await work()
    } finally {
      market.ctx.db.removeListener('query', count)
    }
  }
  const [seller, buyer] = [await market.signIn(), await market.signIn()]
  const itemIds = await buildBasket(market, seller, lines)
  await market.runJobs()
  const { status, body } = await counted('reserve', () => startOrder(buyer, itemIds))
  expect(status).toBe(201)
  const { purchaseId, clientSecret } = body
  const order = { seller, buyer, itemIds, purchaseId, clientSecret, paymentId: clientSecret.split('_secret_')[0]! }
  await payCard(buyer, clientSecret)
  await counted('finish', () => finishOrder(order))
  await counted('report', () => reportOrder(order))
  await counted(end, () => (end === 'confirm' ? confirmOrder(order) : cancelOrder(order)))
  await counted('jobs', () => market.runJobs())
  return counts
}

test.each(['confirm', 'cancel'] as const)('nine things take no statement more than one: %s', async (end) => {
  expect(await statements(9, end)).toEqual(await statements(1, end))
})
