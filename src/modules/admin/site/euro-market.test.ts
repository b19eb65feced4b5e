import { expect, test } from 'vitest'
import { buildListing, saveSearch } from '../../../testing/market/builders.ts'
import { buildPurchase, confirmDelivery, finish, payAhead, payCard, reserve } from '../../../testing/market/trades.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { Purchase } from '../../purchasing/contract.ts'

const market = useMarket({ env: { MARKET_CURRENCY: 'eur', MARKET_UNITS: 'metric', MARKET_LANGUAGE: 'de' } })

test('says so, and its settings can’t be changed on the desk', async () => {
  expect((await market.visitor().get('/api/site')).body).toMatchObject({ currency: 'eur', units: 'metric' })
  const admin = await market.signIn()
  await admin.post('/api/admin/setup', {})
  const { body } = await admin.get<{ version: number; fixed: object }>('/api/admin/site')
  expect(body.fixed).toEqual({ timeZone: true, language: true, currency: true, units: true })
  const answer = await admin.patch<{ code: string }>('/api/admin/site', { version: body.version, currency: 'usd' })
  expect([answer.status, answer.body.code]).toEqual([409, 'SITE_FIXED'])
})

test('cards pay in euros, are settled in euros, and go back in euros', async () => {
  const { listing, seller } = await buildListing(market)
  const buyer = await market.signIn()
  const { body: started } = await reserve(buyer, listing.id)
  expect(started).toMatchObject({ amountCents: 350, currency: 'eur' })
  const { body: paid } = await payCard(buyer, started.clientSecret)
  const { status, body } = await finish(buyer, listing.id, paid.paymentIntentId)
  expect([status, body.currency, body.cardAmount]).toEqual([200, 'eur', '3.50'])
  await seller.post(`/api/purchases/${started.purchaseId}/cancel`, { relist: true })
  await market.runJobs()
  const notices = await buyer.get<{ body: string }[]>('/api/notifications')
  expect(JSON.stringify(notices.body)).toContain('3,50\u00a0€')
})

test('a payment of the same amount in another currency pays nothing', async () => {
  const { listing } = await buildListing(market)
  const buyer = await market.signIn()
  const { purchaseId, paymentId } = await payAhead(buyer, listing.id)
  await market.ctx.db('purchase').where({ id: purchaseId }).update({ currency: 'usd' })
  expect((await finish(buyer, listing.id, paymentId)).status).toBe(402)
})

test('an order that was made in dollars stays one in dollars', async () => {
  const { purchaseId, buyer, itemId } = await buildPurchase(market)
  await market.ctx.db('purchase').where({ id: purchaseId }).update({ currency: 'usd' })
  const purchases = (await buyer.get<Purchase[]>('/api/purchases')).body
  expect(purchases.find((one) => one.purchaseId === purchaseId)).toMatchObject({ currency: 'usd' })
  const { body: table } = await buyer.get<string>('/api/tokens/statement.csv', { headers: { 'accept-language': 'en' } })
  expect(table).toContain('(EUR)')
  expect(table).toContain('3.50 USD')
  await confirmDelivery(buyer, itemId)
})

test('what is near is told in kilometres, and the letter is of the market', async () => {
  const seeker = await market.signIn()
  await saveSearch(seeker, { search: 'train', near: '45.52,-122.65', within: 10 })
  await buildListing(market, { fields: { title: 'A train of wood' } })
  await market.runJobs()
  const { body } = await seeker.get<{ details: string }[]>('/api/notifications')
  expect(body[0]?.details).toMatch(/\b\d+\skm\b/)
})
