import { afterEach, describe, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { buildPurchase, confirmDelivery, reserve } from '../../../testing/market/trades.ts'
import type { Purchase } from '../contract.ts'

const market = useMarket()
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const pickup = {
  pickupAddress: '12 Alder Street',
  city: 'Portland',
  contactName: 'Nora Seller',
  contactEmail: 'nora@example.com',
  contactPhone: '555-0100',
}
const hidden = {
  status: 403,
  body: { code: 'PICKUP_DETAILS_HIDDEN', message: 'Pickup details will be available after payment is confirmed' },
}

describe('confirming delivery', () => {
  test('gives the price to the seller and the fee to the market', async () => {
    const seller = await market.signIn()
    const { itemId, buyer } = await buildPurchase(market, { seller })
    await market.runJobs()
    const { tokens } = await seller.refreshUser()
    const { status, body } = await confirmDelivery(buyer, itemId)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'delivered', tokensInEscrow: '0.00', autoReleaseAt: null })
    expect(body.deliveryConfirmedAt).not.toBeNull()
    expect(await buyer.refreshUser()).toMatchObject({ tokens: '6.98', tokensInEscrow: '0.00' })
    expect((await seller.refreshUser()).tokens).toBe((Number(tokens) + 3).toFixed(2))
    const { body: listing } = await seller.get(`/api/items/${itemId}`)
    expect(listing).toMatchObject({ status: 'claimed', tokensInEscrow: '0.00' })
    expect(listing['escrowReleasedAt']).not.toBeNull()
  })

  test('happens once, asked for six times at once and again', async () => {
    const { itemId, buyer } = await buildPurchase(market)
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirmDelivery(buyer, itemId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await confirmDelivery(buyer, itemId)).toMatchObject({ status: 409, body: { code: 'NOT_AWAITING_DELIVERY' } })
  })

  test("is the buyer's alone, and only after payment", async () => {
    const seller = await market.signIn()
    const { itemId } = await buildPurchase(market, { seller })
    for (const other of [seller, await market.signIn()])
      expect(await confirmDelivery(other, itemId)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const { listing } = await buildListing(market)
    const paying = await market.signIn()
    await reserve(paying, listing.id)
    expect((await confirmDelivery(paying, listing.id)).status).toBe(409)
  })

  test('of an item that cost nothing moves nothing', async () => {
    const { listing } = await buildListing(market, { fields: { tokenPrice: '0' } })
    const { buyer } = await buildPurchase(market, { itemId: listing.id })
    expect((await confirmDelivery(buyer, listing.id)).status).toBe(200)
    expect((await buyer.refreshUser()).tokens).toBe('10.00')
  })
})

describe('pickup details', () => {
  test('are for the owner always, and for the buyer from payment on', async () => {
    const { listing, seller } = await buildListing(market)
    const [buyer, stranger] = [await market.signIn(), await market.signIn()]
    const path = `/api/items/${listing.id}/pickup-details`
    expect(await seller.get(path)).toMatchObject({ status: 200, body: pickup })
    expect((await market.visitor().get(path)).status).toBe(401)
    expect(await buyer.get(path)).toMatchObject(hidden)
    await reserve(buyer, listing.id)
    expect(await buyer.get(path)).toMatchObject(hidden)
    await buildPurchase(market, { buyer, itemId: listing.id })
    expect(await buyer.get(path)).toMatchObject({ status: 200, body: pickup })
    expect(await stranger.get(path)).toMatchObject(hidden)
    await confirmDelivery(buyer, listing.id)
    expect(await buyer.get(path)).toMatchObject({ status: 200, body: pickup })
  })
})

test('the list of purchases is the own one, newest first, with where to fetch what is paid', async () => {
  const buyer = await market.signIn()
  const items = ['Red tricycle', 'Blue tricycle']
  for (const title of items) await buildPurchase(market, { buyer, title })
  const { listing } = await buildListing(market)
  await reserve(buyer, listing.id)
  const { body } = await buyer.get<Purchase[]>('/api/purchases')
  expect(body).toMatchObject([
    { id: listing.id, state: 'reserved', pickup: null, purchasedAt: null },
    { title: 'Blue tricycle', state: 'paid', pickup, tokenPrice: '3.00', tokenFee: '0.02', tokensInEscrow: '3.00' },
    { title: 'Red tricycle', state: 'paid', pickup, category: 'toys', deliveryMethod: 'message' },
  ])
  const days = (Date.parse(body[1]!.autoReleaseAt!) - Date.parse(body[1]!.purchasedAt!)) / 86_400_000
  expect(days).toBe(14)
  expect((await (await market.signIn()).get('/api/purchases')).body).toEqual([])
})
