import { beforeAll, expect, test } from 'vitest'
import { agreedTrade, cardOf, hourIn, offer, say, thank } from '../../../testing/market/appointments.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import {
  cancelOrder,
  confirmOrder,
  decideOrder,
  paidOrder,
  reportOrder,
  settleOrder,
} from '../../../testing/market/orders.ts'
import { statementsOf } from '../../../testing/postgres/count-statements.ts'
import type { ListedPurchase, ListedSale } from '../contract.ts'

const market = useMarket()
let admin: TestClient
beforeAll(async () => {
  admin = await market.signIn()
  await admin.post('/api/admin/setup')
})

const SOME = 24

type Neighbours = { seller: TestClient; buyer: TestClient }

/** Decided, refunded, agreed, offered, thanked for, with a problem, and the others called off, which frees their tokens. */
async function buildTrades(of: Neighbours, count: number): Promise<string[]> {
  const between = { ...of, lines: 1 }
  const kinds = [
    async () => {
      const order = await reported(of)
      await decideOrder(admin, order, 'refund')
      return order
    },
    async () => {
      const order = await reported(of)
      await settleOrder(admin, order, 'refund')
      return order
    },
    async () => {
      const order = await agreedTrade(market, { ...between, minutes: 60 })
      await say(of.buyer, order, 'on_the_way')
      return order
    },
    async () => {
      const order = await paidOrder(market, between)
      await offer(of.seller, order, [hourIn(market, 60), hourIn(market, 180)])
      return order
    },
    async () => {
      const order = await paidOrder(market, between)
      await confirmOrder(order)
      await thank(of.seller, order, 'It went well.')
      return order
    },
    async () => {
      const order = await reported(of)
      await of.seller.post(`/api/purchases/${order.purchaseId}/problem/answer`, { words: 'It was.', refund: false })
      return order
    },
  ]
  const calledOff = async () => {
    const order = await paidOrder(market, between)
    await cancelOrder(order)
    return order
  }
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) ids.push((await (kinds[number] ?? calledOff)()).purchaseId)
  return ids
}

test('the lists show each trade as its own card does, to either side, and 24 take no statement more than one', async () => {
  const few = { seller: await market.signIn(), buyer: await market.signIn() }
  const many = { seller: await market.signIn(), buyer: await market.signIn() }
  // Alone in its list, one that money has gone back of.
  await settleOrder(admin, await reported(few), 'refund')
  const ids = await buildTrades(many, SOME)
  await market.runJobs()
  for (const [side, path] of [
    ['buyer', '/api/purchases?limit=24'],
    ['seller', '/api/sales?limit=24'],
  ] as const) {
    const listed = await many[side].get<(ListedPurchase | ListedSale)[]>(path)
    expect(listed.body.map(({ purchaseId }) => purchaseId).toSorted()).toEqual(ids.toSorted())
    for (const { purchaseId, trade } of listed.body) expect(trade).toEqual(await cardOf(many[side], { purchaseId }))
    const of = async ({ [side]: member }: Neighbours) =>
      (await statementsOf(market, () => member.get(path))).map(({ sql }) => sql.trim().slice(0, 60))
    expect(await of(many)).toEqual(await of(few))
    expect((await of(many)).length).toBeLessThanOrEqual(8)
  }
})

async function reported({ seller, buyer }: Neighbours) {
  const order = await paidOrder(market, { seller, buyer, lines: 1 })
  await reportOrder(order)
  return order
}
