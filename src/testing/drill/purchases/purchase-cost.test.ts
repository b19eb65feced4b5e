import { beforeAll, expect, test } from 'vitest'
import type { QueueName } from '../../../events.ts'
import type { Answer, TestClient } from '../../market/client.ts'
import { statementsOf, type Statement } from '../../postgres/count-statements.ts'
import { useMarket } from '../../market/use-market.ts'
import { buildBasket, confirmOrder, finishOrder, startOrder } from '../../market/orders.ts'
import { payCard } from '../../market/trades.ts'

// Counted, not timed: what it takes is for `npm run bench:purchases`.
const MOST_STATEMENTS = 70
/** An order of five may take so many times the statements of one line. */
const FIVE_LINES = 1.25

const market = useMarket()
let seller: TestClient
let buyer: TestClient
beforeAll(async () => {
  seller = await market.signIn()
  buyer = await market.signIn()
  // The rewards of a first trade do not come again.
  await costOf(1)
})

test('an order is bought with few statements, its jobs included, and one of five things with hardly more', async () => {
  const one = await costOf(1)
  expect(sum(one), JSON.stringify(one)).toBeLessThanOrEqual(MOST_STATEMENTS)
  const five = await costOf(5)
  expect(sum(five), JSON.stringify(five)).toBeLessThanOrEqual(sum(one) * FIVE_LINES)
})

test('a listing that is reserved and given back is written on its page alone, and to no index', async () => {
  const { rows } = await market.ctx.db.raw<{ rows: { index: string }[] }>(
    `select distinct objid::regclass::text as index
     from pg_depend join pg_attribute on attrelid = refobjid and attnum = refobjsubid
       join pg_index on indexrelid = objid
     where refobjid = 'listing'::regclass and attname in ('status', 'updated_at')`,
  )
  expect(rows).toEqual([])
})

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)

const JOBS = ['messaging.announce-purchase', 'wallet.reward-sale'] satisfies QueueName[]

/** The statements of each step, from the reservation to the last job, without the sandbox's own. */
async function costOf(lines: number): Promise<Record<string, number>> {
  const itemIds = await buildBasket(market, seller, lines)
  await market.runJobs()
  const history = () => market.ctx.db('purchase_history').pluck('number')
  const before = (await history()).length
  const counts: Record<string, number> = {}
  async function counted<T>(step: string, work: () => Promise<T>): Promise<T> {
    let result: { value: T } | undefined
    counts[step] = ours(await statementsOf(market, async () => (result = { value: await work() }))).length
    return result!.value
  }
  const asked = async <T>(step: string, work: () => Promise<Answer<T>>): Promise<T> => {
    const { status, body } = await counted(step, work)
    expect(status, `${step} ${JSON.stringify(body)}`).toBeLessThan(300)
    return body
  }
  const { purchaseId, clientSecret } = await asked('reserve', () => startOrder(buyer, itemIds))
  const { paymentIntentId: paymentId } = (await payCard(buyer, clientSecret)).body
  const order = { buyer, purchaseId, paymentId }
  await asked('settle', () => finishOrder(order))
  await counted('event', () => market.runJobs({ only: ['purchasing.deliver-sandbox-event'] }))
  await asked('confirm', () => confirmOrder(order))
  for (const name of JOBS) {
    expect(await market.ctx.db('pgboss.job').where({ name, state: 'created' }), name).toHaveLength(1)
    await counted(name, () => market.runJobs({ only: [name] }))
    // It is fetched and completed, and the insert has the name of its queue checked.
    counts[name]! += 3
  }
  expect(await market.runJobs()).toBe(0)
  return { ...counts, history: (await history()).length - before }
}

/** Without the transactions and single statements of the sandbox, which another company's database has, and without what the test's own runner asks of the queue. */
function ours(sent: Statement[]): Statement[] {
  const open = new Map<object, Statement[]>()
  const units: Statement[][] = []
  for (const statement of sent) {
    const unit = open.get(statement.over) ?? []
    if (unit.length === 0) units.push(unit)
    unit.push(statement)
    if (/^begin/i.test(statement.sql)) open.set(statement.over, unit)
    if (/^(commit|rollback)/i.test(statement.sql)) open.delete(statement.over)
  }
  const others = /sandbox_|^\s*select distinct name from pgboss|^\s*with (next|results) as/i
  return units.filter((unit) => !unit.some(({ sql }) => others.test(sql))).flat()
}
