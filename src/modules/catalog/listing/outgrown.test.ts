import { beforeAll, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { buildPurchase } from '../../../testing/market/trades.ts'
import type { ListingCard } from '../contract.ts'

const market = useMarket()
beforeAll(() => {
  market.clock.set('2026-11-22T12:00:00Z')
})

test('what was taken over and is two sizes too small is time to pass on, until it is posted again', async () => {
  const buyer = await market.signIn()
  for (const [title, ageSize, delivered] of [
    ['Tiny socks', 'newborn', true],
    ['Small hat', '0-3mo', true],
    ['Hat that fits', '3-6mo', true],
    ['Socks on their way', 'newborn', false],
  ] as const) {
    const { listing } = await buildListing(market, {
      fields: { title, category: 'baby-clothes', ageSize, tokenPrice: '0.01' },
    })
    await buildPurchase(market, { buyer, itemId: listing.id })
    if (delivered) expect((await buyer.post(`/api/items/${listing.id}/confirm-delivery`)).status).toBe(200)
  }
  const outgrown = async () =>
    (await buyer.get<ListingCard[]>('/api/items/outgrown')).body.map(({ title }) => title).toSorted()
  expect(await outgrown()).toEqual([])
  await buyer.patch('/api/users/me/children-born', { childrenBorn: ['2026-05'] })
  expect(await outgrown()).toEqual(['Small hat', 'Tiny socks'])

  await buildListing(market, { seller: buyer, fields: { title: 'small HAT' } })
  expect(await outgrown()).toEqual(['Tiny socks'])
  // A sibling may wear them yet.
  await buyer.patch('/api/users/me/children-born', { childrenBorn: ['2026-05', '2026-10'] })
  expect(await outgrown()).toEqual([])
  const neighbour = await market.signIn()
  await neighbour.patch('/api/users/me/children-born', { childrenBorn: ['2020-01'] })
  expect((await neighbour.get('/api/items/outgrown')).body).toEqual([])
})
