import { expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import { cardOf, hourIn, offer } from '../../../testing/market/appointments.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { paidOrder } from '../../../testing/market/orders.ts'
import type { Conversation, ConversationDetail } from '../contract.ts'

const market = useMarket()

test('a conversation comes with what the two have traded of its item, to either as their own; others have none', async () => {
  const order = await paidOrder(market, { lines: 1 })
  const { seller, buyer, purchaseId, itemIds } = order
  await market.runJobs()
  const open = async (member: TestClient) => {
    const { body } = await member.get<Conversation[]>(`/api/messages/conversations?itemId=${itemIds[0]}`)
    return (await member.get<ConversationDetail>(`/api/messages/conversations/${body[0]?.id}`)).body
  }
  const bought = await open(buyer)
  expect(bought.purchase).toMatchObject({ purchaseId, pickup: { pickupAddress: '12 Alder Street' } })
  expect(bought.purchase?.trade).toEqual(await cardOf(buyer, order))
  expect(bought.sale).toBeNull()
  const sold = await open(seller)
  expect(sold.sale?.trade).toEqual(await cardOf(seller, order))
  expect(sold.purchase).toBeNull()

  const neighbour = await market.signIn()
  await neighbour.post(`/api/items/${itemIds[0]}/messages`, { body: 'Is it still there?' })
  expect(await open(neighbour)).toMatchObject({ purchase: null, sale: null })
})

test('those that need the member are known by themselves: unread, or a trade that waits for them', async () => {
  const order = await paidOrder(market, { lines: 1 })
  await market.runJobs()
  const { seller, buyer } = order
  const { listing } = await buildListing(market, { seller })
  const waiting = async (member: TestClient) =>
    (await member.get<Conversation[]>('/api/messages/conversations?waiting=true')).body.map(({ itemId, waits }) => [
      itemId,
      waits,
    ])
  const [bought] = order.itemIds
  const { body } = await buyer.post<{ threadId: string }>(`/api/items/${listing.id}/messages`, { body: 'Still there?' })
  expect(await waiting(seller)).toEqual([
    [listing.id, false],
    [bought, true],
  ])
  expect(await waiting(buyer)).toEqual([[bought, true]])
  await seller.patch(`/api/messages/conversations/${body.threadId}/read`)
  for (const { id } of (await buyer.get<Conversation[]>('/api/messages/conversations')).body)
    await buyer.patch(`/api/messages/conversations/${id}/read`)
  expect(await waiting(seller)).toEqual([[bought, true]])
  // The seller has said when: now it is the buyer's turn.
  await offer(seller, order, [hourIn(market, 24 * 60)])
  for (const { id } of (await seller.get<Conversation[]>('/api/messages/conversations')).body)
    await seller.patch(`/api/messages/conversations/${id}/read`)
  expect([await waiting(seller), await waiting(buyer)]).toEqual([[], [[bought, true]]])
})
