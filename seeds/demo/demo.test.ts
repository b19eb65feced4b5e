import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListingCard } from '../../src/modules/catalog/contract.ts'
import type { Economy } from '../../src/modules/economy/contract.ts'
import type { Site, User } from '../../src/modules/identity/contract.ts'
import type { Conversation } from '../../src/modules/messaging/contract.ts'
import type { Baskets } from '../../src/modules/purchasing/basket/contract.ts'
import type { Purchase, StartedPurchase } from '../../src/modules/purchasing/contract.ts'
import { auditLedger } from '../../src/modules/audit/index.ts'
import type { Tables } from '../../src/platform/database.ts'
import type { TestClient } from '../../src/testing/market/client.ts'
import { testMarket, type TestMarket } from '../../src/testing/market/market.ts'
import { type QueueName, QUEUES } from '../../src/events.ts'
import { seedDemo } from './index.ts'
import { LISTINGS } from './listings.ts'
import { NEIGHBOURS, type NeighbourKey } from './neighbours.ts'
import type { Trade } from './demo-trade.ts'
import { TALKS, TRADES } from './story.ts'

const never = new AbortController().signal
const ALL_BUT_SMALL_SIZES = (Object.keys(QUEUES) as QueueName[]).filter(
  (queue) => queue !== 'catalog.make-photo-variants',
)

describe('the demo neighbourhood', () => {
  let market: TestMarket
  let site: Site
  beforeAll(async () => {
    market = await testMarket({ env: { DEMO: 'on' } })
    await crashInTheMiddle()
    await stopInTheMiddle()
    await Promise.all([seedDemo(market.ctx, never), seedDemo(market.ctx, never)])
    // The small sizes of a hundred photos take most of the time, and nothing here asks for them.
    await market.runJobs({ only: ALL_BUT_SMALL_SIZES })
    site = (await market.visitor().get<Site>('/api/site')).body
  })
  afterAll(() => market.stop())

  /** The photo store fails while a listing is being made. */
  async function crashInTheMiddle(): Promise<void> {
    let photos = 0
    const { photos: store } = market.ctx
    const put: typeof store.put = (key, bytes, type) => {
      photos += 1
      return photos === 20 ? Promise.reject(new Error('the disk is full')) : store.put(key, bytes, type)
    }
    await expect(seedDemo({ ...market.ctx, photos: { ...store, put } }, never)).rejects.toThrow('the disk is full')
  }

  /** The server is told to stop once somebody has bought something. */
  async function stopInTheMiddle(): Promise<void> {
    const stopping = new AbortController()
    const seeding = seedDemo(market.ctx, stopping.signal)
    while ((await count('purchase')) < 3) await delay(20)
    stopping.abort()
    await seeding
    expect(await count('purchase')).toBeLessThan(TRADES.length)
  }

  /** The number of things that they are about. */
  function thingsOf(trades: Trade[]): number {
    return trades.reduce((sum, { others = [] }) => sum + 1 + others.length, 0)
  }

  async function count(table: keyof Tables, where: object = {}): Promise<number> {
    return Number((await market.ctx.db(table).where(where).count('*'))[0]?.count)
  }

  async function lookAroundAs(key: NeighbourKey): Promise<TestClient> {
    const { firstName, lastName } = NEIGHBOURS[key]
    const member = site.demoMembers.find(({ name }) => name === `${firstName} ${lastName}`)
    const browser = market.visitor()
    expect((await browser.post('/api/auth/demo', { memberId: member?.id })).status).toBe(200)
    return browser
  }

  test('has moved in completely and once, whatever interrupted it', async () => {
    expect(site.demoMembers.map(({ note }) => note)).toEqual(Object.values(NEIGHBOURS).map(({ note }) => note))
    const photos = LISTINGS.reduce((sum, listing) => sum + listing.photos, 0)
    expect(await count('listing')).toBe(LISTINGS.length)
    expect(await market.ctx.db('photo').whereNotNull('listing_id')).toHaveLength(photos)
    expect(await count('purchase_line', { state: 'delivered' })).toBe(
      thingsOf(TRADES.filter(({ delivered }) => delivered)),
    )
    expect(await count('purchase_line', { state: 'paid' })).toBe(thingsOf(TRADES.filter(({ delivered }) => !delivered)))
    expect(await count('message', { kind: 'text' })).toBe(TALKS.flatMap(({ lines }) => lines).length)
    expect(await count('message', { kind: 'arrangement' })).toBe(TRADES.length)
    expect(await count('demo_seed')).toBe(1)
    expect(await count('appointment', { state: 'agreed' })).toBe(1)
    expect(await count('appointment', { state: 'offered' })).toBe(1)
    // A face for everybody but Ben, whose initial stands in.
    expect(site.demoMembers.filter(({ profileImageUrl }) => !profileImageUrl).map(({ name }) => name)).toEqual([
      'Ben Whitaker',
    ])
    const [picture] = site.demoMembers.flatMap(({ profileImageUrl }) => profileImageUrl ?? [])
    expect((await fetch(`${market.url}${picture}`)).headers.get('content-type')).toMatch(/^image\//)
    const mine = (await (await lookAroundAs('maya')).get<ListingCard[]>('/api/items/user/me')).body
    expect(mine.filter(({ status }) => status === 'withdrawn').map(({ title }) => title)).toEqual([
      'Sun cap with a long peak, 2T-3T',
    ])

    await seedDemo(market.ctx, never)
    expect(await count('listing')).toBe(LISTINGS.length)
  })

  test('shows about forty items of all categories to everybody, the newest from today', async () => {
    const { body, headers } = await market.visitor().get<ListingCard[]>('/api/items?status=available')
    expect(Number(headers.get('x-total-count'))).toBe(
      LISTINGS.filter(({ withdrawn }) => withdrawn === undefined).length - thingsOf(TRADES),
    )
    expect(new Set(body.map(({ category }) => category)).size).toBe(6)
    const ages = body.map(({ createdAt }) => market.clock.now().getTime() - Date.parse(createdAt))
    expect(ages[0]).toBeLessThan(24 * 60 * 60 * 1000)
    expect(ages).toEqual(ages.toSorted((one, other) => one - other))
    const photo = await fetch(market.url + (body[0]?.photos[0] ?? ''))
    expect(photo.headers.get('content-type')).toMatch(/^image\//)
  })

  test('has five outfits of one size in one pickup that cost what the home page says', async () => {
    const visitor = market.visitor()
    const { itemIds } = (await visitor.get<{ itemIds: string[] }>('/api/baskets/example')).body
    const { body } = await visitor.get<Baskets>(`/api/baskets/preview?ids=${itemIds.join(',')}`)
    expect(body).toMatchObject({
      baskets: [{ seller: { firstName: 'Maya' }, tokenTotal: '10.00', cardAmount: '5.50' }],
      gone: [],
    })
    expect(body.baskets[0]?.lines.map(({ ageSize }) => ageSize)).toEqual(Array(5).fill('12-18mo'))
    // Ten tokens are what a new neighbour has.
    const buyer = await market.signIn()
    const order = { itemIds, expectedTotal: '10.00', deliveryMethod: 'message' }
    const { status, body: started } = await buyer.post<StartedPurchase>('/api/purchases/intent', order)
    expect([status, started.amountCents]).toEqual([201, 550])
    expect((await visitor.get('/api/baskets/example')).body).toEqual({ itemIds: [] })
    await buyer.post(`/api/purchases/${started.purchaseId}/give-up`)
    expect((await visitor.get('/api/baskets/example')).body).toEqual({ itemIds })
  })

  test('tells of each neighbour what their note says', async () => {
    const unread = async (member: TestClient) =>
      (await member.get<{ count: number }>('/api/messages/unread-count')).body.count
    const june = await lookAroundAs('june')
    expect((await june.get<User>('/api/auth/user')).body.isAdmin).toBe(true)
    expect((await market.visitor().get('/api/admin/exists')).body).toEqual({ exists: true })

    const priya = await lookAroundAs('priya')
    const purchases = (await priya.get<Purchase[]>('/api/purchases')).body
    expect(purchases.filter(({ state }) => state === 'paid')).toHaveLength(3)
    const { tokensInEscrow, referredBy } = (await priya.get<User>('/api/auth/user')).body
    expect(tokensInEscrow).toBe('7.05')

    const maya = await lookAroundAs('maya')
    expect(referredBy).toBe((await maya.get<User>('/api/auth/user')).body.id)
    expect(await unread(maya)).toBe(4)
    const talks = (await maya.get<Conversation[]>('/api/messages/conversations')).body
    expect(talks.filter(({ item }) => item.status === 'claimed').length).toBeGreaterThan(2)
    expect(await unread(await lookAroundAs('tomas'))).toBe(1)
  })

  test('has a year of months to look at, each in the figures that everybody sees', async () => {
    const { months } = (await market.visitor().get<Economy>('/api/economy')).body
    expect(months).toHaveLength(12)
    const earlier = months.slice(0, 10)
    expect(earlier.map(({ complete }) => complete)).toEqual(Array(10).fill(true))
    for (const [index, { listings, trades, activeMembers, minted, burnt }] of earlier.entries())
      expect({ listings, trades, activeMembers, burnt, combo: minted.monthly_combo }).toEqual({
        ...{ listings: 6, trades: 6, activeMembers: 6, burnt: '0.12' },
        combo: index % 2 === 0 ? '60.00' : '0.00',
      })
    const supply = earlier.map((month) => Number(month.supply))
    expect(supply.at(-1)).toBeGreaterThan(2 * (supply[0] ?? 0))
  })

  test('shows no photo that is taken for a copy of another member’s', async () => {
    expect(await market.ctx.db('copied_photo')).toEqual([])
  })

  test('is in order: the audit is clean, every statement runs forward in time, unread counts are true', async () => {
    const { db } = market.ctx
    const rows = async (sql: string) => (await db.raw<{ rows: unknown[] }>(sql)).rows
    const findings: unknown[] = []
    await auditLedger(db, { onFinding: (finding) => findings.push(finding) })
    expect(findings).toEqual([])
    expect(
      await rows(`select account_id from (
        select account_id, transfer.created_at < lag(transfer.created_at) over chain as back
        from entry join transfer on transfer.id = transfer_id
        window chain as (partition by account_id order by version)) line where back`),
    ).toEqual([])
    expect(
      await rows(`select conversation.id from conversation
        left join message on conversation_id = conversation.id and read_at is null
        group by conversation.id
        having owner_unread_count <> count(message.id) filter (where recipient_id = owner_id)
          or participant_unread_count <> count(message.id) filter (where recipient_id = participant_id)`),
    ).toEqual([])
    expect(
      await rows(
        'select 1 from message join conversation on conversation_id = conversation.id where read_at < message.created_at',
      ),
    ).toEqual([])
  })
})

test('a market that has members of its own is left alone', async () => {
  const market = await testMarket()
  try {
    await market.signIn()
    await seedDemo(market.ctx, never)
    expect(await market.ctx.db('member')).toHaveLength(1)
    expect(await market.ctx.db('demo_seed')).toEqual([])
  } finally {
    await market.stop()
  }
})
