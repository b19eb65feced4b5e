import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { buildPurchase, finish, payCard, reserve } from '../../../testing/market/trades.ts'
import type { StartedPurchase } from '../contract.ts'
import { addToBasket } from './change-basket.ts'
import type { Basket, Baskets } from './contract.ts'

const market = useMarket()
let admin: TestClient
beforeAll(async () => {
  admin = await market.signIn()
  await admin.post('/api/admin/setup')
})

const put = (member: TestClient, id: string) => member.put<Baskets & { code?: string }>(`/api/baskets/items/${id}`)
const takeOut = (member: TestClient, id: string) => member.delete<Baskets>(`/api/baskets/items/${id}`)
const basketsOf = async (member: TestClient) => (await member.get<Baskets>('/api/baskets')).body
const merge = (member: TestClient, itemIds: string[]) => member.post<Baskets>('/api/baskets/merge', { itemIds })
const preview = async (visitor: TestClient, ids: string[]) =>
  visitor.get<Baskets>(`/api/baskets/preview?ids=${ids.join(',')}`)

/** A seller with so many listings, newest last. */
async function buildShop(count: number, fields = {}) {
  const seller = await market.signIn({ firstName: 'Maya' })
  const ids: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const { listing } = await buildListing(market, { seller, fields: { title: `Thing ${number}`, ...fields } })
    ids.push(listing.id)
  }
  return { seller, ids }
}

const idsOf = (baskets: Basket[]) => baskets.map(({ lines }) => lines.map(({ id }) => id))
const messagesOf = ({ gone }: Baskets) => gone.map(({ message }) => message)

describe('a basket', () => {
  test('holds what was put there, costs what an order of it costs, and offers what else the seller has', async () => {
    const { seller, ids } = await buildShop(4)
    const [one = '', two = '', three = '', four = ''] = ids
    const buyer = await market.signIn()
    expect((await put(buyer, one)).status).toBe(200)
    const { body } = await put(buyer, two)
    expect(body).toMatchObject({
      baskets: [
        {
          seller: { id: seller.user.id, firstName: 'Maya' },
          lines: [
            { id: one, title: 'Thing 1', tokenPrice: '3.00', tokenFee: '0.02', tokenTotal: '3.02', reservedBy: null },
            { id: two, title: 'Thing 2' },
          ],
          tokenTotal: '6.04',
          cardAmount: '4.00',
          others: [
            { id: four, tokenTotal: '3.02', cardAmount: '0.50' },
            { id: three, tokenTotal: '3.02', cardAmount: '0.50' },
          ],
        },
      ],
      gone: [],
    })
    const order = await buyer.post<StartedPurchase>('/api/purchases/intent', {
      itemIds: [one, two],
      expectedTotal: body.baskets[0]?.tokenTotal,
    })
    expect([order.status, order.body.amountCents]).toEqual([201, 400])
  })

  test('is one for each seller; putting and taking out twice is once', async () => {
    const [maya, tomas] = [await buildShop(1), await buildShop(1)]
    const buyer = await market.signIn()
    for (const id of [...maya.ids, ...tomas.ids, ...maya.ids]) expect((await put(buyer, id)).status).toBe(200)
    expect(idsOf((await basketsOf(buyer)).baskets)).toEqual([maya.ids, tomas.ids])
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await takeOut(buyer, maya.ids[0]!)
      expect([status, idsOf(body.baskets)]).toEqual([200, [tomas.ids]])
    }
    expect(await basketsOf(await market.signIn())).toEqual({ baskets: [], gone: [] })
  })

  test('has room for ten things of a neighbour, however many are put there at once', async () => {
    const { ids } = await buildShop(15)
    const buyer = await market.signIn()
    for (const id of ids.slice(0, 9)) await put(buyer, id)
    // Not by HTTP, so that they are nearer to each other.
    const adding = ids.slice(9, 14).map((itemId) => addToBasket(market.ctx, { memberId: buyer.user.id, itemId }))
    const outcomes = await Promise.allSettled(adding)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await put(buyer, ids.at(-1)!)).toMatchObject({
      status: 409,
      body: {
        code: 'BASKET_FULL',
        message: 'A pickup can hold 10 items from one neighbour. Please remove one first.',
      },
    })
    expect((await basketsOf(buyer)).baskets).toMatchObject([{ cardAmount: '8.00' }])
  })

  test('and for fifty in all', async () => {
    const buyer = await market.signIn()
    await market.ctx.db('basket_line').insert(
      Array.from({ length: 50 }, () => ({
        member_id: buyer.user.id,
        listing_id: randomUUID(),
        listing_title: 'Something',
        added_at: market.clock.now(),
      })),
    )
    const { ids } = await buildShop(1)
    expect(await put(buyer, ids[0]!)).toMatchObject({ status: 409, body: { code: 'BASKET_FULL' } })
    expect((await basketsOf(buyer)).gone).toHaveLength(50)
  })
})

describe('what is not put there', () => {
  test('an own, a hidden, a withdrawn and a sold item, and one of a neighbour with whom one does not trade', async () => {
    const { seller, ids } = await buildShop(4)
    const [kept = '', hidden = '', withdrawn = '', sold = ''] = ids
    await admin.post(`/api/admin/listings/${hidden}/hide`, { reason: 'Not allowed here' })
    await seller.patch(`/api/items/${withdrawn}`, { status: 'withdrawn' })
    const { buyer } = await buildPurchase(market, { itemId: sold })
    const other = await market.signIn()
    const refused = async (member: TestClient, id: string) => {
      const { status, body } = await put(member, id)
      expect(idsOf((await basketsOf(member)).baskets).flat()).not.toContain(id)
      return [status, body.code]
    }
    expect(await refused(seller, kept)).toEqual([403, 'OWN_LISTING'])
    for (const id of [hidden, withdrawn, randomUUID()])
      expect(await refused(other, id)).toEqual([404, 'LISTING_NOT_FOUND'])
    expect(await refused(other, sold)).toEqual([409, 'LISTING_TAKEN'])
    expect(await refused(buyer, sold)).toEqual([409, 'ALREADY_PAID'])
    await seller.post(`/api/members/${other.user.id}/block`)
    expect(await refused(other, kept)).toEqual([403, 'BLOCKED'])
    expect((await market.visitor().put(`/api/baskets/items/${kept}`)).status).toBe(401)
  })
})

describe('meanwhile', () => {
  test('what is sold, withdrawn, hidden, deleted or of a neighbour who blocks is told, counts nowhere, and goes when it is taken out', async () => {
    const { seller, ids } = await buildShop(5)
    const [kept = '', sold = '', withdrawn = '', hidden = '', deleted = ''] = ids
    const blocker = await buildShop(1, { title: 'Blue bowl' })
    const member = await market.signIn()
    for (const id of [...ids, ...blocker.ids]) await put(member, id)
    await buildPurchase(market, { itemId: sold })
    await seller.patch(`/api/items/${withdrawn}`, { status: 'withdrawn' })
    await admin.post(`/api/admin/listings/${hidden}/hide`, { reason: 'Not allowed here' })
    await seller.delete(`/api/items/${deleted}`)
    await blocker.seller.post(`/api/members/${member.user.id}/block`)

    const seen = await basketsOf(member)
    expect(idsOf(seen.baskets)).toEqual([[kept]])
    expect(seen.baskets).toMatchObject([{ tokenTotal: '3.02', cardAmount: '3.50', others: [] }])
    expect(messagesOf(seen)).toEqual([
      '"Thing 2" has just been sold',
      '"Thing 3" is no longer offered',
      '"Thing 4" is no longer offered',
      '"Thing 5" is no longer offered',
      '"Blue bowl" is no longer offered',
    ])
    for (const { id } of seen.gone) await takeOut(member, id)
    expect(await basketsOf(member)).toMatchObject({ baskets: [{ lines: [{ id: kept }] }], gone: [] })
  })

  test('what somebody is paying for does not count until it is back', async () => {
    const { ids } = await buildShop(2)
    const [one = '', two = ''] = ids
    const [member, rival] = [await market.signIn(), await market.signIn()]
    for (const id of ids) await put(member, id)
    await put(rival, one)
    const { body } = await reserve(rival, one)
    expect((await basketsOf(member)).baskets).toMatchObject([
      {
        lines: [
          { id: one, reservedBy: 'somebody' },
          { id: two, reservedBy: null },
        ],
        tokenTotal: '3.02',
        cardAmount: '3.50',
      },
    ])
    expect((await basketsOf(rival)).baskets).toMatchObject([
      { lines: [{ id: one, reservedBy: 'you' }], tokenTotal: '0.00', cardAmount: '0.00' },
    ])
    await rival.post(`/api/purchases/${body.purchaseId}/give-up`)
    for (const each of [member, rival])
      expect((await basketsOf(each)).baskets[0]?.lines[0]).toMatchObject({ id: one, reservedBy: null })
  })

  test("what the member buys leaves their own basket for good, and nobody else's", async () => {
    const { seller, ids } = await buildShop(2)
    const [one = '', two = ''] = ids
    const [buyer, other] = [await market.signIn(), await market.signIn()]
    for (const id of ids) await put(buyer, id)
    await put(other, one)
    const { body } = await reserve(buyer, one)
    const { body: paid } = await payCard(buyer, body.clientSecret)
    expect((await finish(buyer, one, paid.paymentIntentId)).status).toBe(200)
    expect(await basketsOf(buyer)).toMatchObject({ baskets: [{ lines: [{ id: two }] }], gone: [] })
    expect(messagesOf(await basketsOf(other))).toEqual(['"Thing 1" has just been sold'])

    await seller.post(`/api/purchases/${body.purchaseId}/cancel`, { relist: true })
    expect(idsOf((await basketsOf(buyer)).baskets)).toEqual([[two]])
    expect(idsOf((await basketsOf(other)).baskets)).toEqual([[one]])
  })

  test('adding and buying at the same moment leaves nothing bought in the basket', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ids } = await buildShop(1)
      const [one = ''] = ids
      const buyer = await market.signIn()
      const { body } = await reserve(buyer, one)
      const { body: paid } = await payCard(buyer, body.clientSecret)
      await Promise.all([finish(buyer, one, paid.paymentIntentId), put(buyer, one)])
      expect(await market.ctx.db('basket_line').where({ member_id: buyer.user.id })).toEqual([])
    }
  })
})

describe('a visitor', () => {
  test('sees the same figures for what their browser keeps, and the answer is nobody else’s', async () => {
    const { ids } = await buildShop(3)
    const [one = '', two = ''] = ids
    const member = await market.signIn()
    for (const id of [one, two]) await put(member, id)
    const { status, body, headers } = await preview(market.visitor(), [one, two, one])
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual(await basketsOf(member))
  })

  test('is told what is gone, but not the title of what is not public', async () => {
    const { seller, ids } = await buildShop(2)
    const [sold = '', withdrawn = ''] = ids
    await buildPurchase(market, { itemId: sold })
    await seller.patch(`/api/items/${withdrawn}`, { status: 'withdrawn' })
    const { body } = await preview(market.visitor(), [sold, withdrawn, randomUUID()])
    expect(messagesOf(body)).toEqual([
      '"Thing 1" has just been sold',
      'An item is no longer offered',
      'An item is no longer offered',
    ])
  })

  test.each(['', 'x', Array.from({ length: 51 }, () => randomUUID()).join(',')])('is refused %#: %s', async (ids) => {
    expect((await market.visitor().get(`/api/baskets/preview?ids=${ids}`)).status).toBe(400)
  })

  test('takes along what can be bought when they sign in, once, and hears of the rest', async () => {
    const { ids } = await buildShop(2)
    const [one = '', two = ''] = ids
    const member = await market.signIn()
    const { listing: own } = await buildListing(market, { seller: member, fields: { title: 'Own chair' } })
    await put(member, one)
    await buildPurchase(market, { itemId: two })
    const { body } = await merge(member, [two, one, own.id, randomUUID()])
    expect(idsOf(body.baskets)).toEqual([[one]])
    expect(messagesOf(body)).toEqual([
      '"Thing 2" has just been sold',
      '"Own chair" is your own',
      'An item is no longer offered',
    ])
    expect((await merge(member, [one])).body).toEqual(await basketsOf(member))
    const { ids: many } = await buildShop(12)
    const crowded = await merge(member, many)
    expect(idsOf(crowded.body.baskets)).toEqual([[one], many.slice(0, 10)])
    expect(messagesOf(crowded.body)).toEqual(
      [11, 12].map(
        (number) =>
          `"Thing ${number}" didn't fit. A pickup can hold 10 items from one neighbour. Please remove one first.`,
      ),
    )
  })
})

test('without a demo there is no example', async () => {
  await buildShop(5, { category: 'baby-clothes', ageSize: '0-3mo' })
  expect((await market.visitor().get('/api/baskets/example')).body).toEqual({ itemIds: [] })
})
