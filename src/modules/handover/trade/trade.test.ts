import { beforeAll, describe, expect, test } from 'vitest'
import { agreedTrade, hourIn, offer } from '../../../testing/market/appointments.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import {
  acceptOrder,
  cancelOrder,
  confirmOrder,
  decideOrder,
  openOrder,
  orderOf,
  paidOrder,
  reportOrder,
} from '../../../testing/market/orders.ts'
import type { Purchase, Sale } from '../../purchasing/contract.ts'
import type { Notice } from '../../notifications/contract.ts'
import type { Trade } from '../contract.ts'

const market = useMarket()
let admin: TestClient
beforeAll(async () => {
  admin = await market.signIn({ firstName: 'Olga' })
  await admin.post('/api/admin/setup')
})

const cardOf = (member: TestClient, purchaseId: string) => member.get<Trade>(`/api/purchases/${purchaseId}/trade`)

describe('the card of a trade', () => {
  test('is the same for both, each from their own side; an admin sees what was reported, without the address', async () => {
    const order = await paidOrder(market, { lines: 2 })
    const { seller, buyer, itemIds, purchaseId } = order
    const card = (await cardOf(buyer, purchaseId)).body
    expect(card).toMatchObject({
      stage: 'paid',
      side: 'buyer',
      title: 'Toy 1 and 1 more',
      lines: itemIds.map((id) => ({ id, photo: expect.stringContaining('/photos/') as string, state: 'paid' })),
      buyer: { id: buyer.user.id, firstName: 'Ben' },
      seller: { id: seller.user.id, firstName: 'Maya' },
      next: { by: 'both', step: 'offer_times', at: null },
      pickup: { pickupAddress: '12 Alder Street' },
      tokensHeld: '2.00',
      timeZone: 'UTC',
      offer: null,
      appointment: null,
      problem: null,
    })
    expect((await cardOf(seller, purchaseId)).body).toEqual({ ...card, side: 'seller' })
    const stranger = await market.signIn()
    for (const nobody of [stranger, admin])
      expect(await cardOf(nobody, purchaseId)).toMatchObject({ status: 404, body: { code: 'PURCHASE_NOT_FOUND' } })
    await reportOrder(order)
    const reported = (await cardOf(buyer, purchaseId)).body
    expect((await cardOf(admin, purchaseId)).body).toEqual({ ...reported, side: 'admin', pickup: null })
    expect((await cardOf(market.visitor(), purchaseId)).status).toBe(401)
  })

  test('is named, counted and pictured by what was not called off, and with a problem by what is wrong', async () => {
    const order = await paidOrder(market, { lines: 4 })
    const { buyer, seller, itemIds, purchaseId } = order
    const [first = '', , , fourth = ''] = itemIds
    const titles = async () => {
      const [bought, sold] = [await buyer.get<Purchase[]>('/api/purchases'), await seller.get<Sale[]>('/api/sales')]
      return [bought.body[0], sold.body[0], (await cardOf(buyer, purchaseId)).body].map((one) => one?.title)
    }
    const bodies = async (member: TestClient) =>
      (await member.get<Notice[]>('/api/notifications')).body.map(({ body }) => body)
    await cancelOrder(order, { itemIds: [first] })
    expect(await titles()).toEqual(Array(3).fill('Toy 2 and 2 more'))
    expect((await orderOf(order)).photos).toHaveLength(3)
    await offer(seller, order, [hourIn(market, 60)])
    expect(await bodies(buyer)).toContainEqual(expect.stringMatching(/^Maya can make it for "Toy 2" and 2 more: \w+/))

    await reportOrder(order, { itemIds: [fourth] })
    expect(await titles()).toEqual(Array(3).fill('Toy 4'))
    await seller.post(`/api/purchases/${purchaseId}/problem/answer`, { words: 'It had four.', refund: false })
    expect(await bodies(buyer)).toContainEqual(expect.stringContaining('has answered your report about "Toy 4".'))
    // The rest is still to be met about.
    const { offer: seen } = (await cardOf(buyer, purchaseId)).body
    await offer(buyer, order, [hourIn(market, 120)], seen?.id)
    expect(await bodies(seller)).toContainEqual(expect.stringMatching(/^Ben can make it for "Toy 2" and 1 more: \w+/))
  })

  test('is found by the item, and with several neighbours by whom it is with', async () => {
    const first = await paidOrder(market, { lines: 1 })
    const [itemId = ''] = first.itemIds
    await cancelOrder(first)
    const second = await paidOrder(market, { seller: first.seller, itemIds: [itemId] })
    const ofItem = (member: TestClient, query = '') => member.get<Trade>(`/api/items/${itemId}/trade${query}`)
    expect((await ofItem(first.seller)).body.purchaseId).toBe(second.purchaseId)
    expect((await ofItem(first.seller, `?with=${first.buyer.user.id}`)).body.purchaseId).toBe(first.purchaseId)
    expect((await ofItem(first.buyer)).body).toMatchObject({ purchaseId: first.purchaseId, stage: 'refunded' })
    for (const nobody of [admin, await market.signIn()]) expect((await ofItem(nobody)).status).toBe(404)
  })

  test('says where it stands, what comes next and who does it', async () => {
    const open = await openOrder(market, { lines: 1 })
    const stage = async ({ buyer, purchaseId }: Pick<typeof open, 'buyer' | 'purchaseId'>) => {
      const { stage: now, next, tokensHeld, pickup } = (await cardOf(buyer, purchaseId)).body
      return [now, next.by, next.step, tokensHeld, pickup?.pickupAddress ?? null]
    }
    expect(await stage(open)).toEqual(['to_pay', 'buyer', 'pay', '1.00', null])
    const paid = await paidOrder(market, { lines: 1 })
    expect(await stage(paid)).toEqual(['paid', 'both', 'offer_times', '1.00', '12 Alder Street'])
    await reportOrder(paid)
    expect(await stage(paid)).toEqual(['problem', 'seller', 'answer', '1.00', '12 Alder Street'])
    expect((await cardOf(paid.seller, paid.purchaseId)).body.problem).toMatchObject({ words: 'It was not there.' })
    await decideOrder(admin, paid, 'refund')
    expect(await stage(paid)).toEqual(['problem', 'seller', 'accept', '1.00', '12 Alder Street'])
    await acceptOrder(paid.seller, paid)
    expect(await stage(paid)).toEqual(['decided', 'nobody', 'nothing', '0.00', null])
    const cancelled = await paidOrder(market, { lines: 1 })
    await cancelOrder(cancelled)
    expect(await stage(cancelled)).toEqual(['refunded', 'nobody', 'nothing', '0.00', null])
    const done = await paidOrder(market, { lines: 1 })
    await confirmOrder(done)
    expect(await stage(done)).toEqual(['handed_over', 'both', 'thank', '0.00', '12 Alder Street'])
  })

  test('of a courier it says when they come, and that the buyer books and pays them', async () => {
    const delivery = { deliveryMethod: 'doordash', deliveryAddress: '9 Birch Street, Portland' }
    const order = await agreedTrade(market, { order: delivery })
    const courier = {
      bookAt: 'https://www.doordash.com',
      comes: { start: order.start, end: order.end },
    }
    const next = { by: 'buyer', step: 'book_courier', at: order.start }
    const address = { deliveryAddress: '9 Birch Street, Portland', pickup: { pickupAddress: '12 Alder Street' } }
    for (const member of [order.buyer, order.seller])
      expect((await cardOf(member, order.purchaseId)).body).toMatchObject({ courier, next, ...address })
    const { body } = await order.seller.get<Notice[]>('/api/notifications')
    expect(body.find(({ title }) => title === 'Time agreed')?.body).toContain("The buyer's courier comes then")
    await confirmOrder(order)
    expect((await cardOf(order.seller, order.purchaseId)).body.deliveryAddress).toBeNull()
  })

  test('of a reservation that ran out there is none', async () => {
    const { buyer, purchaseId } = await openOrder(market, { lines: 1 })
    await buyer.post(`/api/purchases/${purchaseId}/give-up`)
    expect((await cardOf(buyer, purchaseId)).status).toBe(404)
  })
})
