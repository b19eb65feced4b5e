import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation } from '../modules/messaging/contract.ts'
import type { ListingCard } from '../modules/catalog/contract.ts'
import { auditWhole } from '../modules/audit/index.ts'
import { withConnection } from '../platform/database.ts'
import { buildListing } from './market/builders.ts'
import { TestClient } from './market/client.ts'
import { startCollectorDouble } from './doubles/collector-double.ts'
import { cloneDatabase } from './postgres/database.ts'
import { startPooler, type Pooler } from './doubles/pooler.ts'
import { query } from './postgres/postgres-process.ts'
import { type Market, spawnProcess, startMarket } from './market/start-market.ts'
import { confirmDelivery, finish, payAhead } from './market/trades.ts'

// Two web and two worker processes over a pooler in transaction mode, as on several machines.
let database: Awaited<ReturnType<typeof cloneDatabase>>
let pooler: Pooler
let collector: Awaited<ReturnType<typeof startCollectorDouble>>
let webs: Market[]
let workers: ReturnType<typeof spawnProcess>[]
beforeAll(async () => {
  database = await cloneDatabase()
  pooler = await startPooler(database.url)
  collector = await startCollectorDouble()
  const env = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.url,
    SESSION_KEYS: 'the same for all',
  }
  const traced = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '500' }
  const first = await startMarket({ ...env, WORKERS: 'off' })
  webs = [first, await startMarket({ ...traced, WORKERS: 'off', DATA_DIR: first.dataDir })]
  workers = [1, 2].map(() => spawnProcess('src/worker.ts', { ...traced, DATA_DIR: first.dataDir }))
})
afterAll(async () => {
  for (const worker of workers) {
    const ended = once(worker, 'exit')
    worker.kill('SIGTERM')
    await ended
  }
  for (const web of webs.toReversed()) await web.stop()
  await collector.stop()
  await pooler.stop()
  await database.drop()
})

const at = (web: number) => {
  const market = webs[web]
  if (!market) throw new Error('no such process')
  return {
    signIn: (email: string) => new TestClient(market.url).signIn({ email, firstName: 'Nora', lastName: 'Lind' }),
    visitor: () => new TestClient(market.url),
  }
}

test('a thing is posted at one process, seen and bought at another, and both inboxes hear of it', async () => {
  const seller = await at(0).signIn('seller@example.com')
  const heard = await fetch(`${webs[0]?.url}/api/messages/stream`, {
    headers: { cookie: [...seller.cookies].map((pair) => pair.join('=')).join('; ') },
  })
  const buyer = await at(1).signIn('buyer@example.com')
  const { listing } = await buildListing(
    { signIn: () => Promise.resolve(seller) },
    { fields: { title: 'Wooden crane' } },
  )
  const titles = async () => (await at(1).visitor().get<ListingCard[]>('/api/items')).body.map(({ title }) => title)
  await expect.poll(titles).toContain('Wooden crane')

  const { paymentId } = await payAhead(buyer, listing.id)
  expect((await finish(buyer, listing.id, paymentId)).status).toBe(200)
  const conversations = async () => (await seller.get<Conversation[]>('/api/messages/conversations')).body
  await expect.poll(conversations).toHaveLength(1)
  await untilEvent(heard, 'message')
  expect((await confirmDelivery(buyer, listing.id)).status).toBe(200)
  await expect.poll(async () => Number((await seller.refreshUser()).tokens)).toBeGreaterThan(10)

  expect(await withConnection(database.url, {}, auditWhole)).toMatchObject({ findings: [] })
})

test('a trace follows a purchase from the request that confirms it to the job that pays its bonus, elsewhere', async () => {
  const { spans } = collector
  const reward = () => spans.find(({ name }) => name === 'job wallet.reward-sale')
  await expect.poll(reward).toMatchObject({ service: 'market-worker' })
  const { traceId, parentSpanId, attributes } = reward()!
  expect(attributes['market.purchaseId']).toMatch(/^[\da-f-]{36}$/)
  const request = () => spans.find((span) => span.spanId === parentSpanId)
  await expect.poll(request).toMatchObject({
    service: 'market-web',
    name: 'POST /api/items/:id/confirm-delivery',
    traceId,
    attributes: { 'http.response.status_code': 200 },
  })
  const asked = spans.filter((span) => span.parentSpanId === parentSpanId && 'db.query.text' in span.attributes)
  expect(asked.length).toBeGreaterThan(3)
  // The statements are told, not their values.
  expect(JSON.stringify(spans)).not.toMatch(/@example\.com/)
})

test('a worker whose database is another than its queue ends at once, and takes no job', async () => {
  // The card sandbox's event goes to an address at which nobody listens here.
  const ours = `select name, state, retry_count from pgboss.job where name <> 'purchasing.deliver-sandbox-event'`
  // The jobs of the others, which they may have to do twice on a busy machine, are over first.
  await expect.poll(() => query(database.url, `${ours} and state in ('active', 'retry')`)).toEqual([])
  // One that a busy worker has lost in between, and that another does again, is none of them.
  const troubled = `${ours} and (state = 'failed' or retry_count > 0) and output::text ~ 'does not exist' order by id`
  const before = await query(database.url, troubled)
  const elsewhere = new URL(database.url)
  elsewhere.pathname = '/postgres'
  const lost = spawnProcess('src/worker.ts', {
    DATABASE_URL: elsewhere.href,
    DATABASE_DIRECT_URL: database.url,
    DATA_DIR: webs[0]?.dataDir ?? '',
  })
  const said = await text(lost.stderr)
  if (lost.exitCode === null) await once(lost, 'exit')
  expect(lost.exitCode).toBe(1)
  expect(said).toBe('The market could not start: DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.\n')
  expect(await query(database.url, troubled)).toEqual(before)
})

test('many writers at once share its few connections, and nothing is asked of it that it could not give', async () => {
  const members = await Promise.all(
    Array.from({ length: 12 }, (_, place) => at(place % 2).signIn(`m${place}@example.com`)),
  )
  const answers = await Promise.all(
    members.flatMap((member) =>
      Array.from({ length: 4 }, (_, round) => member.patch('/api/users/me', { firstName: `Ada${'abcd'[round]}` })),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(pooler.refused).toEqual([])
})

async function untilEvent({ body }: Response, event: string): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; !text.includes(`event: ${event}\n`);) text += (await reader?.read())?.value ?? ''
  await reader?.cancel()
}
