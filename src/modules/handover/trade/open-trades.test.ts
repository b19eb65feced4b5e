import { beforeEach, expect, test } from 'vitest'
import { agreedTrade, hourIn, offer, say, take } from '../../../testing/market/appointments.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { confirmOrder, paidOrder, reportOrder } from '../../../testing/market/orders.ts'
import { statementsOf } from '../../../testing/postgres/count-statements.ts'
import type { OpenTrades } from '../contract.ts'

const market = useMarket({ env: { MARKET_TIME_ZONE: 'Europe/Vienna' } })
beforeEach(() => {
  market.clock.set('2026-12-01T09:00:00Z')
})

const openOf = async (member: TestClient) => (await member.get<OpenTrades>('/api/trades/open')).body
const waitingFor = async (member: TestClient) => {
  const { bought, sold } = (await openOf(member)).waiting
  return bought + sold
}

test('what waits for a member is counted, from whichever side, until they have done it', async () => {
  const order = await paidOrder(market, { lines: 1 })
  const { seller, buyer } = order
  expect([await waitingFor(seller), await waitingFor(buyer)]).toEqual([1, 1])
  const time = hourIn(market, 24 * 60)
  const { offer: open } = (await offer(seller, order, [time])).body
  expect([await waitingFor(seller), await waitingFor(buyer)]).toEqual([0, 1])
  await take(buyer, order, open!.id, time.start)
  // Agreed for tomorrow: until then there is nothing to do.
  expect([await waitingFor(seller), await waitingFor(buyer)]).toEqual([0, 0])
  market.clock.advance({ days: 1 })
  expect([await waitingFor(seller), await waitingFor(buyer)]).toEqual([1, 1])
  await confirmOrder(order)
  expect([await waitingFor(seller), await waitingFor(buyer)]).toEqual([0, 0])
})

test('what waits is told apart by whether the member has bought or sold it', async () => {
  const member = await market.signIn()
  await paidOrder(market, { seller: member, lines: 1 })
  expect((await openOf(member)).waiting).toEqual({ bought: 0, sold: 1 })
  await paidOrder(market, { buyer: member, lines: 1 })
  await paidOrder(market, { buyer: member, lines: 1 })
  expect((await openOf(member)).waiting).toEqual({ bought: 2, sold: 1 })
})

test('a problem waits for the seller to answer, not for the buyer', async () => {
  const order = await paidOrder(market, { lines: 1 })
  await reportOrder(order)
  expect([await waitingFor(order.seller), await waitingFor(order.buyer)]).toEqual([1, 0])
})

test('today stands what is agreed for today, the earliest first, as either side', async () => {
  const member = await market.signIn()
  const later = await agreedTrade(market, { buyer: member, minutes: 300 })
  const sooner = await agreedTrade(market, { seller: member, minutes: 60 })
  await agreedTrade(market, { buyer: member, minutes: 24 * 60 })
  await say(sooner.buyer, sooner, 'here')
  const { today } = await openOf(member)
  expect(today.map(({ purchaseId, side, stage }) => [purchaseId, side, stage])).toEqual([
    [sooner.purchaseId, 'seller', 'at_the_door'],
    [later.purchaseId, 'buyer', 'today'],
  ])
  expect((await openOf(await market.signIn())).today).toEqual([])
})

test('tokens on their way are the prices of what the member has sold, without the fees', async () => {
  const order = await paidOrder(market, { lines: 2 })
  const [price] = (await order.seller.get<{ lines: { tokenPrice: string }[] }[]>('/api/sales')).body[0]!.lines
  const each = Number(price?.tokenPrice)
  expect((await openOf(order.seller)).tokensOnTheirWay).toBe((2 * each).toFixed(2))
  expect((await openOf(order.buyer)).tokensOnTheirWay).toBe('0.00')
  await reportOrder(order, { itemIds: order.itemIds.slice(0, 1) })
  expect((await openOf(order.seller)).tokensOnTheirWay).toBe((2 * each).toFixed(2))
  await confirmOrder(order, { itemIds: order.itemIds.slice(1) })
  expect((await openOf(order.seller)).tokensOnTheirWay).toBe(each.toFixed(2))
})

test('more open trades take no more statements', async () => {
  const { seller, buyer } = await paidOrder(market, { lines: 1 })
  const few = (await statementsOf(market, () => openOf(seller))).length
  await agreedTrade(market, { seller, buyer })
  await agreedTrade(market, { seller, buyer })
  expect(await statementsOf(market, () => openOf(seller))).toHaveLength(few)
})
