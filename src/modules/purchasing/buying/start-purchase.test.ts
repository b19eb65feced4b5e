import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { User } from '../../identity/contract.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { buildPurchase, finish, payCard, reserve } from '../../../testing/market/trades.ts'
import { sweepReservations } from '../reserving/sweep-reservations.ts'

const market = useMarket()
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const item = async (fields = {}) => (await buildListing(market, { fields })).listing.id
const balance = async (member: TestClient): Promise<Pick<User, 'tokens' | 'tokensInEscrow'>> => {
  const { tokens, tokensInEscrow } = await member.refreshUser()
  return { tokens, tokensInEscrow }
}
const statusOf = async (itemId: string) => (await market.visitor().get(`/api/items/${itemId}`)).body['status']

describe('a reservation', () => {
  test('takes the item for 15 minutes, holds price and fee, and opens a card payment of $3.50', async () => {
    const [buyer, itemId] = [await market.signIn(), await item()]
    const { status, body } = await reserve(buyer, itemId)
    expect(status).toBe(201)
    expect(body).toMatchObject({ amountCents: 350, sandbox: true, publishableKey: null })
    expect(body.clientSecret).toMatch(/^pi_\w+_secret_\w+$/)
    const minutes = (Date.parse(body.expiresAt) - market.clock.now().getTime()) / 60_000
    expect(minutes).toBeGreaterThan(14.5)
    expect(minutes).toBeLessThanOrEqual(15)
    expect(await statusOf(itemId)).toBe('reserved')
    expect(await balance(buyer)).toEqual({ tokens: '6.98', tokensInEscrow: '3.02' })
  })

  test('of an item that costs nothing holds nothing', async () => {
    const [buyer, itemId] = [await market.signIn(), await item({ tokenPrice: '0' })]
    expect((await reserve(buyer, itemId)).status).toBe(201)
    expect(await balance(buyer)).toEqual({ tokens: '10.00', tokensInEscrow: '0.00' })
  })

  test.each(['0.01', '0.99', '1.00', '2.99', '3.00'])(
    'of an item for %s costs what the breakdown shows',
    async (tokenPrice) => {
      const [buyer, itemId] = [await market.signIn(), await item({ tokenPrice })]
      await reserve(buyer, itemId)
      const cents = Math.round(Number(tokenPrice) * 100)
      const fee = Math.floor((cents * 50 + 5000) / 10000)
      expect((await balance(buyer)).tokensInEscrow).toBe(((cents + fee) / 100).toFixed(2))
    },
  )

  test('by courier keeps the address, and is refused where the seller wants pickup', async () => {
    const buyer = await market.signIn()
    const order = { deliveryMethod: 'doordash', deliveryAddress: '5 Birch Road' }
    expect(await reserve(buyer, await item({ deliveryOption: 'pickup' }), order)).toMatchObject({
      status: 409,
      body: { code: 'DELIVERY_NOT_OFFERED' },
    })
    const itemId = await item()
    expect(await reserve(buyer, itemId, { deliveryMethod: 'doordash' })).toMatchObject({
      status: 400,
      body: { details: [{ path: ['deliveryAddress'], message: 'Please enter a delivery address' }] },
    })
    expect((await reserve(buyer, itemId, order)).status).toBe(201)
    const { body } = await buyer.get<object[]>('/api/purchases')
    expect(body).toMatchObject([{ ...order, state: 'reserved', pickup: null }])
  })
})

describe('is refused, and changes nothing:', () => {
  test('an own item', async () => {
    const { listing, seller } = await buildListing(market)
    expect(await reserve(seller, listing.id)).toMatchObject({ status: 403, body: { code: 'OWN_LISTING' } })
    expect(await statusOf(listing.id)).toBe('available')
  })

  test('an item that there is not, or is withdrawn', async () => {
    const { listing, seller } = await buildListing(market)
    await seller.patch(`/api/items/${listing.id}`, { status: 'withdrawn' })
    const buyer = await market.signIn()
    for (const id of [listing.id, randomUUID()])
      expect(await reserve(buyer, id)).toMatchObject({ status: 404, body: { code: 'LISTING_NOT_FOUND' } })
  })

  test('a claimed item', async () => {
    const { itemId } = await buildPurchase(market)
    expect(await reserve(await market.signIn(), itemId)).toMatchObject({
      status: 409,
      body: { code: 'LISTING_TAKEN', message: 'This item is no longer available' },
    })
  })

  test('more than the buyer has', async () => {
    const buyer = await market.signIn()
    for (let bought = 0; bought < 3; bought += 1) await reserve(buyer, await item())
    const itemId = await item()
    expect(await reserve(buyer, itemId)).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_TOKENS' } })
    expect(await statusOf(itemId)).toBe('available')
    expect(await balance(buyer)).toEqual({ tokens: '0.94', tokensInEscrow: '9.06' })
  })

  test('nobody', async () => {
    expect((await reserve(market.visitor(), await item())).status).toBe(401)
  })
})

describe('the same purchase', () => {
  test('takes up another way of delivery, while it is not paid', async () => {
    const [buyer, itemId] = [await market.signIn(), await item()]
    const { body } = await reserve(buyer, itemId)
    const order = { deliveryMethod: 'doordash', deliveryAddress: '5 Birch Road' }
    expect((await reserve(buyer, itemId, order)).body.purchaseId).toBe(body.purchaseId)
    expect((await buyer.get<object[]>('/api/purchases')).body).toMatchObject([order])
  })

  test('is refused with another content, for another item, and to another member, who learns nothing', async () => {
    const [buyer, itemId, purchaseId] = [await market.signIn(), await item(), randomUUID()]
    await reserve(buyer, itemId, { purchaseId })
    const refused = { status: 409, body: { code: 'PURCHASE_MISMATCH' } }
    const order = { purchaseId, deliveryMethod: 'doordash', deliveryAddress: '5 Birch Road' }
    expect(await reserve(buyer, itemId, order)).toMatchObject(refused)
    expect(await reserve(buyer, await item(), { purchaseId })).toMatchObject(refused)
    expect(await reserve(await market.signIn(), itemId, { purchaseId })).toMatchObject(refused)
  })

  test('under one id for two items at once is one of them', async () => {
    const [buyer, purchaseId] = [await market.signIn(), randomUUID()]
    const items = [await item(), await item()]
    const both = await Promise.all(items.map((itemId) => reserve(buyer, itemId, { purchaseId })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await balance(buyer)).tokensInEscrow).toBe('3.02')
  })
})

describe('an expired reservation', () => {
  test('that nobody has swept yet is swept on the spot by the next buyer', async () => {
    const [slow, quick, itemId] = [await market.signIn(), await market.signIn(), await item()]
    await reserve(slow, itemId)
    market.clock.advance({ minutes: 16 })
    expect((await reserve(quick, itemId)).status).toBe(201)
    expect(await balance(slow)).toEqual({ tokens: '10.00', tokensInEscrow: '0.00' })
    expect(await balance(quick)).toEqual({ tokens: '6.98', tokensInEscrow: '3.02' })
  })

  test("can't be resumed by its id, nor paid", async () => {
    const [buyer, itemId, purchaseId] = [await market.signIn(), await item(), randomUUID()]
    const { body } = await reserve(buyer, itemId, { purchaseId })
    market.clock.advance({ minutes: 16 })
    const expired = { status: 409, body: { code: 'RESERVATION_EXPIRED' } }
    expect(await reserve(buyer, itemId, { purchaseId })).toMatchObject(expired)
    await sweepReservations(market.ctx)
    expect(await reserve(buyer, itemId, { purchaseId })).toMatchObject(expired)
    expect(await payCard(buyer, body.clientSecret)).toMatchObject(expired)
    expect((await reserve(buyer, itemId)).status).toBe(201)
  })

  test('leaves a statement that adds up: the debit, and the refund', async () => {
    const [buyer, itemId] = [await market.signIn(), await item()]
    await reserve(buyer, itemId)
    market.clock.advance({ minutes: 16 })
    await sweepReservations(market.ctx)
    expect((await buyer.get('/api/tokens/transactions')).body).toMatchObject([
      { type: 'refund', amount: '3.02', balanceAfter: '10.00', relatedItemId: itemId, platformFee: '0.00' },
      { type: 'purchase_item', amount: '3.02', balanceAfter: '6.98', relatedItemId: itemId, platformFee: '0.00' },
      { type: 'welcome_bonus', amount: '10.00', balanceAfter: '10.00' },
    ])
    expect(await statusOf(itemId)).toBe('available')
    expect((await buyer.get('/api/purchases')).body).toEqual([])
  })
})

describe('races', () => {
  test('of twenty buyers for one item have one winner', async () => {
    const buyers = await Promise.all(Array.from({ length: 20 }, () => market.signIn()))
    for (let round = 0; round < 3; round += 1) {
      const itemId = await item()
      const answers = await Promise.all(buyers.map((buyer) => reserve(buyer, itemId)))
      const losers = answers.filter(({ status }) => status === 409)
      expect(losers).toHaveLength(19)
      for (const { body } of losers) expect(body).toMatchObject({ code: 'LISTING_RESERVED' })
    }
  })

  test('of one balance in many tabs end when it is spent', async () => {
    const buyer = await market.signIn()
    const items = await Promise.all(Array.from({ length: 12 }, () => item()))
    const answers = await Promise.all(items.map((itemId) => reserve(buyer, itemId)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    expect(await balance(buyer)).toEqual({ tokens: '0.94', tokensInEscrow: '9.06' })
  })

  test('of the sweeper with the payment end paid or expired, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [buyer, itemId] = [await market.signIn(), await item()]
      const { body } = await reserve(buyer, itemId)
      market.clock.advance({ minutes: 16 })
      const [paid] = await Promise.all([payCard(buyer, body.clientSecret), sweepReservations(market.ctx)])
      if (paid.body.status === 'succeeded') {
        await sweepReservations(market.ctx)
        expect((await finish(buyer, itemId, paid.body.paymentIntentId)).body).toMatchObject({ state: 'paid' })
      } else {
        expect(paid).toMatchObject({ status: 409 })
        expect(await statusOf(itemId)).toBe('available')
      }
    }
  })
})
