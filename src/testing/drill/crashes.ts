import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, TestClient } from '../client.ts'
import { startMarket, type Market } from '../start-market.ts'
import { confirmDelivery, finish, payCard, reserve } from '../trades.ts'
import { demand, type DrillMarket, type Figures } from './drill.ts'
import { audited, buildListings, buildMembers } from './trade-steps.ts'

const PORT = '4810'
/** More listings than any run can sell. */
const LISTINGS_PER_KILL = 12
const SETTLED_WITHIN_MS = 120_000

/**
 * Promise 2: the server is killed again and again while neighbours buy. Some never say that they have paid, so that
 * webhook and sweeper must. In the end each card that was charged has its purchase, and the books are right.
 */
export async function crashes(market: DrillMarket, size: { kills: number; buyers: number }): Promise<Figures> {
  const { ctx, random } = market
  const [seller] = await buildMembers(market, 1)
  const listings = await buildListings(market, [seller!], size.kills * LISTINGS_PER_KILL, '0.01')
  const env = { PORT, DATABASE_URL: ctx.config.DATABASE_URL, DATA_DIR: ctx.config.DATA_DIR, LOG_LEVEL: 'silent' }
  let server = await startMarket(env)
  const buyers: TestClient[] = []
  while (buyers.length < size.buyers)
    buyers.push(await new TestClient(server.url).signIn({ email: `${randomUUID()}@example.com`, firstName: 'Ben' }))
  let shopping = true
  const trips = buyers.map(async (buyer) => {
    while (shopping) {
      const itemId = listings.pop()
      if (itemId === undefined) return
      await shop(market, buyer, itemId)
    }
  })
  for (let kill = 0; kill < size.kills; kill += 1) {
    await sleep(100 + random() * 1500)
    await server.kill()
    server = await startMarket(env)
  }
  shopping = false
  await Promise.all(trips)
  const figures = await settled(market, server)
  return { kills: size.kills, ...figures, ...(await audited(ctx)) }
}

/** One purchase, each step repeated until somebody answers. */
async function shop({ random }: DrillMarket, buyer: TestClient, itemId: string): Promise<void> {
  const purchaseId = randomUUID()
  const started = await insist(() => reserve(buyer, itemId, { purchaseId }))
  if (started.status !== 201) return
  const paid = await insist(() => payCard(buyer, started.body.clientSecret))
  if (paid.status !== 200 || random() < 0.3) return
  const finished = await insist(() => finish(buyer, itemId, paid.body.paymentIntentId))
  demand(`the answer to a payment (${JSON.stringify(finished.body)})`, finished.status, 200)
  if (random() < 0.5) await insist(() => confirmDelivery(buyer, itemId))
}

async function insist<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    try {
      const answer = await ask()
      if (answer.status < 500 && answer.status !== 429) return answer
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
    await sleep(200)
  }
}

interface Counts {
  charged: number
  bought: number
  delivered: number
  reserved: number
}

/** Waits until each charged card has its purchase; the webhook does it, and for what it lost the sweeper. */
async function settled({ ctx }: DrillMarket, server: Market): Promise<Figures> {
  const deadline = Date.now() + SETTLED_WITHIN_MS
  try {
    for (;;) {
      const { rows } = await ctx.db.raw<{ rows: Counts[] }>(`
        select
          (select count(*)::int from sandbox_object where kind = 'payment_intent' and body ->> 'status' = 'succeeded') as charged,
          count(*) filter (where state in ('paid', 'delivered'))::int as bought,
          count(*) filter (where state = 'delivered')::int as delivered,
          count(*) filter (where state = 'reserved')::int as reserved
        from purchase`)
      const counts = rows[0]!
      if (counts.charged === counts.bought) return { ...counts }
      if (Date.now() > deadline) demand('purchases of charged cards', counts.bought, counts.charged)
      await sleep(500)
    }
  } finally {
    await server.stop()
  }
}
