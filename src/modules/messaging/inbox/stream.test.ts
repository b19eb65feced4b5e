import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createApp } from '../../../app.ts'
import { openContext } from '../../../open-context.ts'
import { transact } from '../../../platform/database.ts'
import { closeServer } from '../../../platform/http/shutdown.ts'
import { agreedTrade, say } from '../../../testing/market/appointments.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import { type TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { notify } from '../../notifications/index.ts'
import type { Message } from '../contract.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })

const streams: Stream[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const stream of streams.splice(0)) stream.close()
})

/** The inbox as an open tab of `member` hears it, on the server at `url`. */
class Stream {
  readonly #reader: ReadableStreamDefaultReader<string>
  readonly #leave = new AbortController()
  readonly response: Promise<Response>
  #text = ''
  constructor(member: TestClient, url = member.url) {
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { readable, writable } = new TransformStream<Uint8Array, string>(decoding())
    this.response = fetch(`${url}/api/messages/stream`, { headers: { cookie }, signal: this.#leave.signal })
    void this.response.then(({ body }) => body?.pipeTo(writable)).catch(() => undefined)
    this.#reader = readable.getReader()
    streams.push(this)
  }

  /** Everything up to and with the next `until`. */
  async read(until: string): Promise<string> {
    for (;;) {
      const end = this.#text.indexOf(until)
      if (end >= 0) {
        const heard = this.#text.slice(0, end + until.length)
        this.#text = this.#text.slice(end + until.length)
        return heard
      }
      const { value, done } = await this.#reader.read()
      if (done) throw new Error(`the stream ended before ${until}`)
      this.#text += value
    }
  }

  async next(): Promise<{ event: string; data: unknown }> {
    const [, event = '', data = ''] = /event: (\w+)\ndata: (.*)\n\n$/.exec(await this.read('}\n\n')) ?? []
    return { event, data: JSON.parse(data) as unknown }
  }

  async ended(): Promise<void> {
    while (!(await this.#reader.read()).done);
  }

  close(): void {
    this.#leave.abort()
  }
}

function decoding(): Transformer<Uint8Array, string> {
  const decoder = new TextDecoder()
  return { transform: (chunk, controller) => controller.enqueue(decoder.decode(chunk, { stream: true })) }
}

async function follow(member: TestClient, url?: string): Promise<Stream> {
  const stream = new Stream(member, url)
  expect((await stream.next()).event).toBe('refresh')
  return stream
}

const write = (from: TestClient, itemId: string, body: string, messageId?: string) =>
  from.post<Message & { threadId: string }>(`/api/items/${itemId}/messages`, { body, messageId })

test('both sides hear of a message and of its reading, by ids alone, and nobody else does', async () => {
  const { listing, seller } = await buildListing(market)
  const [asker, stranger] = [await market.signIn(), await market.signIn()]
  const [atSeller, atAsker, atStranger] = [await follow(seller), await follow(asker), await follow(stranger)]
  const { headers } = await atSeller.response
  expect([headers.get('content-type'), headers.get('content-encoding'), headers.get('cache-control')]).toEqual([
    'text/event-stream; charset=utf-8',
    null,
    'no-store',
  ])

  // The writer chooses the id: a stranger's own must not reach them.
  const { id, threadId } = (await write(asker, listing.id, 'Is it still there?', stranger.user.id)).body
  const told = { event: 'message', data: { threadId, messageId: id } }
  expect([await atSeller.next(), await atAsker.next()]).toEqual([told, told])
  const notice = { event: 'notice', data: {} }
  expect(await atSeller.next()).toEqual(notice)
  await seller.patch(`/api/messages/conversations/${threadId}/read`)
  expect(await atAsker.next()).toEqual({ event: 'read', data: { threadId } })

  const { db, clock } = market.ctx
  await transact(db, (trx) =>
    notify(trx, {
      memberId: seller.user.id,
      kind: 'account',
      key: 'hidden',
      told: 'absence: counted',
      facts: {},
      path: null,
      button: null,
      now: clock.now(),
    }),
  )
  expect([await atSeller.next(), await atSeller.next(), await atSeller.next()]).toEqual([
    { event: 'read', data: { threadId } },
    notice,
    notice,
  ])

  const own = await write(stranger, listing.id, 'Me too')
  expect(await atStranger.next()).toMatchObject({ data: { threadId: own.body.threadId } })
})

test('a message written in another process arrives', async () => {
  const other = await openContext(market.ctx.config, {
    queue: 'sender',
    applicationName: 'second',
    log: market.ctx.log,
  })
  const callback = createApp(other.ctx).callback()
  const server = createServer((request, response) => void callback(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { listing, seller } = await buildListing(market)
  const asker = await market.signIn()
  const elsewhere = await follow(seller, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const { threadId } = (await write(asker, listing.id, 'Hello over there')).body
  expect(await elsewhere.next()).toMatchObject({ event: 'message', data: { threadId } })

  const closing = closeServer(server, 60_000)
  await elsewhere.ended()
  await closing
  await other.close()
})

test('signing out ends the stream, here and of that session alone', async () => {
  const member = await market.signIn()
  const tab = await follow(member)
  const elsewhere = await follow(await market.signIn({ email: member.user.email }))
  await member.get('/api/logout')
  await tab.ended()
  const { listing } = await buildListing(market)
  expect((await new Stream(member).response).status).toBe(401)
  const again = await market.signIn({ email: member.user.email })
  await write(again, listing.id, 'Still here')
  expect((await elsewhere.next()).event).toBe('message')
})

test('a lost connection to the database comes back, and says that something may be missing', async () => {
  const { listing, seller } = await buildListing(market)
  const stream = await follow(seller)
  await market.ctx.db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'market-listener' and datname = current_database()`,
  )
  expect((await stream.next()).event).toBe('refresh')
  await write(await market.signIn(), listing.id, 'Hello')
  expect((await stream.next()).event).toBe('message')
})

test("both sides of a trade hear of each other's taps at once, by its id alone", async () => {
  const order = await agreedTrade(market, { minutes: 60 })
  const [atSeller, atStranger] = [await follow(order.seller), await follow(await market.signIn())]
  await say(order.buyer, order, 'on_the_way')
  const heard = [await atSeller.next(), await atSeller.next()]
  expect(heard).toContainEqual({ event: 'trade', data: { purchaseId: order.purchaseId } })
  expect(heard).toContainEqual({ event: 'notice', data: {} })
  await say(order.seller, order, 'here')
  expect((await atSeller.next()).event).toBe('trade')
  atStranger.close()
})

test('a quiet stream beats, so that proxies keep it', async () => {
  const member = await market.signIn()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stream = await follow(member)
  vi.advanceTimersByTime(25_000)
  await stream.read(':\n\n')
})

test("all streams share the process's one listening connection, and a member opens twenty at most", async () => {
  const listeners = async () => {
    const activity = market.ctx.db('pg_stat_activity').whereRaw('datname = current_database()')
    return (await activity.where({ application_name: 'market-listener' }).select('pid')).length
  }
  const member = await market.signIn()
  await Promise.all(Array.from({ length: 20 }, () => follow(member)))
  expect(await listeners()).toBe(1)
  expect((await new Stream(member).response).status).toBe(429)
  expect((await new Stream(market.visitor()).response).status).toBe(401)
  for (const stream of streams) stream.close()
  expect(await listeners()).toBe(1)
  await follow(member)
})
