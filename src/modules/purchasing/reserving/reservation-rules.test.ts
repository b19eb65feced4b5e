import { afterEach, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { reserve } from '../../../testing/market/trades.ts'

const market = useMarket()
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const post = (tokenPrice: string) => buildListing(market, { fields: { tokenPrice } })

test('another price than the buyer has seen: 409 with the new one, and nothing is held', async () => {
  const { listing, seller } = await post('1')
  const buyer = await market.signIn()
  await seller.patch(`/api/items/${listing.id}`, { tokenPrice: '2.99' })
  const changed = await reserve(buyer, listing.id, { expectedTotal: '1.01' })
  expect(changed).toMatchObject({
    status: 409,
    body: {
      code: 'PRICE_CHANGED',
      message: 'The price has changed: it is 3.00 tokens now, with the fee.',
      details: [{ path: ['expectedTotal'], message: '3.00' }],
    },
  })
  expect(await buyer.refreshUser()).toMatchObject({ tokens: '10.00', tokensInEscrow: '0.00' })
  expect((await market.visitor().get(`/api/items/${listing.id}`)).body).toMatchObject({ status: 'available' })
  expect((await reserve(buyer, listing.id, { expectedTotal: '3' })).status).toBe(201)
  // Taken up again with what it costs, and not with anything else.
  expect((await reserve(buyer, listing.id, { expectedTotal: '3.00' })).status).toBe(201)
  expect((await reserve(buyer, listing.id, { expectedTotal: '2.99' })).status).toBe(409)
})

test.each(['-1', '1,50', '1.005', '', 'NaN', '1e3'])('%j is no total', async (expectedTotal) => {
  const { listing } = await post('0')
  expect((await reserve(await market.signIn(), listing.id, { expectedTotal })).status).toBe(400)
})

async function giveUp(buyer: TestClient, itemId: string) {
  const { status, body } = await reserve(buyer, itemId)
  if (status === 201) await buyer.post(`/api/purchases/${body.purchaseId}/give-up`)
  return { status, body }
}

test('who has let go of the same item three times in a day waits until tomorrow; others need not', async () => {
  const { listing } = await post('0')
  const buyer = await market.signIn()
  for (let round = 1; round <= 3; round += 1) expect((await giveUp(buyer, listing.id)).status).toBe(201)
  const refused = await reserve(buyer, listing.id)
  expect(refused).toMatchObject({ status: 429, body: { code: 'GIVEN_UP_TOO_OFTEN' } })
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(86_000)
  expect(seconds).toBeLessThanOrEqual(86_400)
  expect((await giveUp(await market.signIn(), listing.id)).status).toBe(201)
  expect((await giveUp(buyer, (await post('0')).listing.id)).status).toBe(201)
  market.clock.advance({ days: 1 })
  expect((await giveUp(buyer, listing.id)).status).toBe(201)
})

test('of six reservations at once five are made; after one is given up there is room again', async () => {
  const buyer = await market.signIn()
  const items = await Promise.all(Array.from({ length: 6 }, () => post('0')))
  const answers = await Promise.all(items.map(({ listing }) => reserve(buyer, listing.id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'TOO_MANY_RESERVATIONS' })
  const made = answers.find(({ status }) => status === 201)
  await buyer.post(`/api/purchases/${made?.body.purchaseId}/give-up`)
  const left = items[answers.findIndex(({ status }) => status === 409)]
  expect((await reserve(buyer, left?.listing.id ?? '')).status).toBe(201)
})
