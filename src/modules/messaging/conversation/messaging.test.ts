import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { publish } from '../../../events.ts'
import { transact } from '../../../platform/database.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { cancelOrder, paidOrder } from '../../../testing/market/orders.ts'
import { readPages } from '../../../testing/read-pages.ts'
import type { Conversation, ConversationDetail, Message } from '../contract.ts'

const market = useMarket()

type Sent = Message & { threadId: string }

function write(from: TestClient, itemId: string, body: string, more: Record<string, unknown> = {}) {
  return from.post<Sent>(`/api/items/${itemId}/messages`, { body, ...more })
}

async function conversationOf(member: TestClient, threadId: string): Promise<Conversation> {
  const { body } = await member.get<Conversation[]>('/api/messages/conversations')
  return body.find((conversation) => conversation.id === threadId)!
}

async function unreadOf(member: TestClient): Promise<number> {
  return (await member.get<{ count: number }>('/api/messages/unread-count')).body.count
}

async function messagesOf(member: TestClient, threadId: string): Promise<Message[]> {
  return (await member.get<ConversationDetail>(`/api/messages/conversations/${threadId}`)).body.messages
}

test('a question and its answer: preview, unread counts and reading on both sides', async () => {
  const { listing, seller } = await buildListing(market)
  const asker = await market.signIn({ firstName: 'Ada', lastName: 'Asker' })

  const asked = await write(asker, listing.id, '  Hi, is this\n item still available? ')
  expect(asked.status).toBe(201)
  expect(asked.body).toMatchObject({ body: 'Hi, is this\n item still available?', kind: 'text', readAt: null })
  const { threadId } = asked.body

  expect(await conversationOf(seller, threadId)).toMatchObject({
    itemId: listing.id,
    ownerId: seller.user.id,
    participantId: asker.user.id,
    ownerUnreadCount: 1,
    participantUnreadCount: 0,
    otherUser: { id: asker.user.id, firstName: 'Ada', lastName: null, email: null },
    item: { title: listing.title, photo: listing.photos[0], status: 'available', tokenPrice: '3.00' },
    lastMessagePreview: 'Hi, is this item still available?',
  })
  expect([await unreadOf(seller), await unreadOf(asker)]).toEqual([1, 0])

  expect((await seller.patch(`/api/messages/conversations/${threadId}/read`)).status).toBe(204)
  expect(await unreadOf(seller)).toBe(0)
  expect((await messagesOf(asker, threadId))[0]?.readAt).not.toBeNull()

  const answered = await write(seller, listing.id, 'Yes, it is.', { threadId })
  expect(answered.body.threadId).toBe(threadId)
  expect([await unreadOf(seller), await unreadOf(asker)]).toEqual([0, 1])
  expect((await messagesOf(asker, threadId)).map((message) => message.body)).toEqual([
    'Hi, is this\n item still available?',
    'Yes, it is.',
  ])
})

test('the body is 1 to 2000 characters after trimming, and the preview one short line', async () => {
  const { listing } = await buildListing(market)
  const asker = await market.signIn()
  for (const [body, message] of [
    ['', 'Message cannot be empty'],
    [' \n ', 'Message cannot be empty'],
    ['\u200b \u3164', 'Message cannot be empty'],
    ['x'.repeat(2001), 'Message is too long'],
  ] as const) {
    const refused = await write(asker, listing.id, body)
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: ['body'], message }] } })
  }
  const sent = await write(asker, listing.id, ` ${'🧸'.repeat(1000)} `)
  expect(sent.status).toBe(201)
  const { lastMessagePreview } = await conversationOf(asker, sent.body.threadId)
  expect([...lastMessagePreview]).toHaveLength(120)
  expect(lastMessagePreview.endsWith('🧸…')).toBe(true)
})

test('nobody sees or writes what they take no part in', async () => {
  const { listing, seller } = await buildListing(market)
  const other = await buildListing(market, { seller })
  const asker = await market.signIn()
  const stranger = await market.signIn()
  const { threadId } = (await write(asker, listing.id, 'Hello')).body

  expect(await stranger.get(`/api/messages/conversations/${threadId}`)).toMatchObject({
    status: 404,
    body: { code: 'CONVERSATION_NOT_FOUND' },
  })
  expect((await stranger.patch(`/api/messages/conversations/${threadId}/read`)).status).toBe(404)
  expect((await write(stranger, listing.id, 'Me too', { threadId })).status).toBe(404)
  expect((await write(asker, other.listing.id, 'Wrong item', { threadId })).status).toBe(404)
  expect((await stranger.get<Conversation[]>('/api/messages/conversations')).body).toEqual([])
  expect(await messagesOf(asker, threadId)).toHaveLength(1)

  const visitor = market.visitor()
  for (const path of ['conversations', `conversations/${threadId}`, 'unread-count']) {
    expect((await visitor.get(`/api/messages/${path}`)).status).toBe(401)
  }
  expect((await write(visitor, listing.id, 'Hello')).status).toBe(401)
})

test('a flood of messages stops after forty in a minute', async () => {
  const { listing } = await buildListing(market)
  const flooder = await market.signIn()
  const first = await write(flooder, listing.id, 'x'.repeat(2000))
  const { threadId } = first.body
  const rest = []
  for (let index = 0; index < 45; index += 1) rest.push(await write(flooder, listing.id, 'x', { threadId }))
  expect(rest.filter(({ status }) => status === 201)).toHaveLength(39)
  expect(rest.at(-1)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
})

test('nobody begins more than thirty conversations in an hour', async () => {
  const { listing } = await buildListing(market)
  const asker = await market.signIn()
  const answers = []
  for (let index = 0; index < 31; index += 1) answers.push((await write(asker, listing.id, 'Hello')).status)
  expect(answers).toEqual([...Array<number>(30).fill(201), 429])
})

test('an owner can answer, and not open a conversation with themselves', async () => {
  const { listing, seller } = await buildListing(market)
  expect(await write(seller, listing.id, 'Nice item')).toMatchObject({ status: 403, body: { code: 'OWN_LISTING' } })
  expect((await write(seller, randomUUID(), 'Hello')).status).toBe(404)
  expect((await write(seller, listing.id, 'Hello', { threadId: randomUUID() })).status).toBe(404)
})

test('a withdrawn listing takes no new conversations, and keeps those it has', async () => {
  const { listing, seller } = await buildListing(market)
  const asker = await market.signIn()
  await write(asker, listing.id, 'Hello')
  expect((await seller.patch(`/api/items/${listing.id}`, { status: 'withdrawn' })).status).toBe(200)

  expect((await write(asker, listing.id, 'Where has it gone?')).status).toBe(201)
  expect((await write(await market.signIn(), listing.id, 'Hello')).status).toBe(404)
})

test('a repeat with the same message id is the same message', async () => {
  const { listing, seller } = await buildListing(market)
  const asker = await market.signIn()
  const messageId = randomUUID()
  const sends = await Promise.all(Array.from({ length: 6 }, () => write(asker, listing.id, 'Once', { messageId })))
  expect(sends.map(({ status, body }) => [status, body.id])).toEqual(Array(6).fill([201, messageId]))
  const { threadId } = sends[0]!.body
  expect(await messagesOf(seller, threadId)).toHaveLength(1)
  expect(await unreadOf(seller)).toBe(1)

  expect((await write(asker, listing.id, 'Something else', { messageId })).status).toBe(409)
  expect((await write(seller, listing.id, 'Once', { messageId, threadId })).status).toBe(409)
})

test('both write and read at once: one conversation, every message counted, nothing lost', async () => {
  const { listing, seller } = await buildListing(market)
  const asker = await market.signIn()
  const opened = await Promise.all(Array.from({ length: 10 }, (_, n) => write(asker, listing.id, `question ${n}`)))
  expect(new Set(opened.map(({ body }) => body.threadId)).size).toBe(1)
  const { threadId } = opened[0]!.body
  expect(await unreadOf(seller)).toBe(10)

  await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      if (n % 3 === 0) return write(asker, listing.id, `more ${n}`)
      if (n % 3 === 1) return write(seller, listing.id, `answer ${n}`, { threadId })
      return (n % 2 === 0 ? seller : asker).patch(`/api/messages/conversations/${threadId}/read`)
    }),
  )
  const messages = await messagesOf(asker, threadId)
  expect(messages).toHaveLength(50)
  const unreadBy = (member: TestClient) =>
    messages.filter((message) => message.senderId !== member.user.id && message.readAt === null).length
  expect([await unreadOf(seller), await unreadOf(asker)]).toEqual([unreadBy(seller), unreadBy(asker)])

  await Promise.all([
    seller.patch(`/api/messages/conversations/${threadId}/read`),
    asker.patch(`/api/messages/conversations/${threadId}/read`),
  ])
  expect([await unreadOf(seller), await unreadOf(asker)]).toEqual([0, 0])
})

test('the arrangement is written once, without any address, and only while the purchase stands', async () => {
  const { listing, seller } = await buildListing(market, { fields: { pickupAddress: '12 Secret Alley' } })
  const buyer = await market.signIn()
  const announce = (purchaseId: string) =>
    transact(market.ctx.db, (trx) =>
      publish(trx, 'purchase.paid', {
        purchaseId,
        listingId: listing.id,
        otherListingIds: [],
        buyerId: buyer.user.id,
        sellerId: seller.user.id,
        deliveryMethod: 'doordash',
      }),
    )
  const announced = async (purchaseId: string) => {
    await announce(purchaseId)
    await announce(purchaseId)
    await market.runJobs({ only: ['messaging.announce-purchase'] })
    return (await buyer.get<Conversation[]>('/api/messages/conversations')).body
  }
  expect(await announced(randomUUID())).toEqual([])

  await market.ctx.db('listing').where({ id: listing.id }).update({
    status: 'claimed',
    buyer_id: buyer.user.id,
    purchased_at: market.clock.now(),
    claimed_at: market.clock.now(),
  })
  const [conversation] = await announced(randomUUID())
  expect(conversation).toMatchObject({
    ownerUnreadCount: 1,
    otherUser: { email: seller.user.email, lastName: seller.user.lastName },
  })
  const messages = await messagesOf(seller, conversation!.id)
  expect(messages).toMatchObject([{ kind: 'arrangement', senderId: buyer.user.id }])
  expect(messages[0]!.body).toContain('Courier delivery')
  expect(messages[0]!.body).not.toMatch(/Secret|Hidden|555/)
})

test('a long conversation comes in pages from its end, each in the order of writing; what arrives meanwhile moves nothing', async () => {
  const { listing, seller } = await buildListing(market)
  const asker = await market.signIn()
  const { threadId } = (await write(asker, listing.id, 'Message 1')).body
  for (let n = 2; n <= 7; n += 1) await write(n % 2 === 0 ? seller : asker, listing.id, `Message ${n}`, { threadId })
  const path = `/api/messages/conversations/${threadId}?limit=3`
  const bodies = ({ messages }: ConversationDetail) => messages.map(({ body }) => body.replace('Message ', '')).join()
  const pages = await readPages<ConversationDetail>(asker, path)
  expect(pages.map(bodies)).toEqual(['5,6,7', '2,3,4', '1'])
  expect(pages[0]?.thread).toMatchObject({ id: threadId, itemId: listing.id, item: { title: listing.title } })

  const second = (await asker.get(path)).headers.get('link')?.match(/<(.+)>/)?.[1] ?? ''
  await write(seller, listing.id, 'Message 8', { threadId })
  expect(bodies((await asker.get<ConversationDetail>(second)).body)).toBe('2,3,4')
  expect((await asker.get(`${path}&cursor=7`)).status).toBe(400)
  expect((await asker.get<ConversationDetail>(`${path}&cursor=${randomUUID()}`)).body.messages).toEqual([])
})

test('the inbox comes in pages: each conversation once, though one of them moves up between two', async () => {
  const { listing, seller } = await buildListing(market)
  const other = await buildListing(market, { seller })
  const threads: string[] = []
  for (let n = 1; n <= 5; n += 1) {
    const asker = await market.signIn()
    threads.push((await write(asker, (n === 2 ? other : { listing }).listing.id, `Question ${n}`)).body.threadId)
    // Two of one instant, too.
    if (n !== 3) market.clock.advance({ seconds: 1 })
  }
  const path = '/api/messages/conversations?limit=2'
  const ids = (page: Conversation[]) => page.map(({ id }) => id)
  const pages = (await readPages<Conversation[]>(seller, path)).map(ids)
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(pages.flat().toSorted()).toEqual(threads.toSorted())
  expect([pages[0]?.[0], pages[2]?.[0]]).toEqual([threads[4], threads[0]])

  const second = (await seller.get(path)).headers.get('link')?.match(/<(.+)>/)?.[1] ?? ''
  await write(seller, listing.id, 'Yes', { threadId: pages[0]![1]! })
  expect(ids((await seller.get<Conversation[]>(second)).body)).toEqual(pages[1])

  for (const [n, id] of threads.entries()) {
    const at = `2026-02-03 04:05:06.12300${n}Z`
    await market.ctx.db.raw('update conversation set last_message_at = ? where id = ?', [at, id])
  }
  expect((await readPages<Conversation[]>(seller, path)).map(ids).flat()).toEqual(threads.toReversed())
  expect(
    ids((await seller.get<Conversation[]>(`/api/messages/conversations?itemId=${other.listing.id}`)).body),
  ).toEqual([threads[1]])
  expect((await seller.get(`${path}&cursor=${threads[0]}`)).status).toBe(400)
  expect((await seller.get(`${path}&cursor=9999999999999999_${threads[0]}`)).status).toBe(200)
})

test('a conversation about an order is named by what of it is still wanted, for both sides', async () => {
  const order = await paidOrder(market)
  await market.runJobs()
  const titles = async () => {
    const lists = [order.buyer, order.seller].map((side) => side.get<Conversation[]>('/api/messages/conversations'))
    return (await Promise.all(lists)).map(({ body }) => body[0]?.item.title)
  }
  expect(await titles()).toEqual(['Toy 1 and 2 more', 'Toy 1 and 2 more'])
  await cancelOrder(order, { itemIds: order.itemIds.slice(0, 1) })
  expect(await titles()).toEqual(['Toy 2 and 1 more', 'Toy 2 and 1 more'])
})
