import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished, expect, test } from 'vitest'
import type { Purchase, StartedPurchase } from './modules/purchasing/contract.ts'
import { tryLock } from './platform/process/process-lock.ts'
import { buildListing } from './testing/market/builders.ts'
import { TestClient } from './testing/market/client.ts'
import { cloneDatabase } from './testing/postgres/database.ts'
import { startMarket } from './testing/market/start-market.ts'

/** Asks again until the answer is as wanted; whoever never gets it hears of the test's time limit. */
async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    await delay(100)
  }
}

test('killed between payment and settle: after the restart the purchase is paid, once', async () => {
  // Without workers nobody delivers the provider's event: the server dies knowing nothing of the payment.
  const database = await cloneDatabase()
  onTestFinished(database.drop)
  const first = await startMarket({ WORKERS: 'off', DATABASE_URL: database.url })
  onTestFinished(() => first.stop())
  const signIn = (name: string) =>
    new TestClient(first.url).signIn({ email: `${randomUUID()}@example.com`, firstName: name })
  const { listing } = await buildListing({ signIn: () => signIn('Nora') })
  const buyer = await signIn('Ben')
  const started = await buyer.post<StartedPurchase>(`/api/items/${listing.id}/purchase/intent`)
  expect(started.status).toBe(201)
  const { clientSecret } = started.body
  const paid = await buyer.post('/api/sandbox/payments/confirm', { clientSecret, cardNumber: '4242 4242 4242 4242' })
  expect(paid.body).toMatchObject({ status: 'succeeded' })
  await first.kill()

  const second = await startMarket({
    DATABASE_URL: database.url,
    DATA_DIR: first.dataDir,
    PORT: new URL(first.url).port,
  })
  onTestFinished(() => second.stop())
  const purchases = () => buyer.get<Purchase[]>('/api/purchases')
  const { body } = await until(purchases, ({ status, body }) => status === 200 && body[0]?.state !== 'reserved')
  expect(body).toMatchObject([{ state: 'paid', tokensInEscrow: '3.00', pickup: { pickupAddress: '12 Alder Street' } }])
  expect(await buyer.refreshUser()).toMatchObject({ tokens: '6.98', tokensInEscrow: '3.02' })
})

test('a second server on the same data folder is refused in a sentence', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'market-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true }))
  const lock = tryLock(join(DATA_DIR, 'server.lock'), 'exclusive')
  onTestFinished(() => lock?.release())
  await expect(startMarket({ DATA_DIR })).rejects.toThrow(
    `The market could not start: Another Outgrown server is already running on ${DATA_DIR}. Stop it, or give this one its own DATA_DIR and PORT.\n`,
  )
})

test('a port that is taken is told in a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  // The program that has the port does not speak HTTP.
  other.on('connection', (socket) => socket.destroy())
  const database = await cloneDatabase()
  onTestFinished(database.drop)
  await expect(startMarket({ PORT: String(port), DATABASE_URL: database.url })).rejects.toThrow(
    `The server ended:\nThe market could not start: Port ${port} is taken by another program. Stop it, or set PORT to a free one.\n`,
  )
})
