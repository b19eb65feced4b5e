import { beforeAll, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { CreateListingBody, ListingCard, RelatedCard } from '../contract.ts'

const market = useMarket()
let seller: TestClient
beforeAll(async () => {
  seller = await market.signIn()
  await post({ title: 'Blue jeans with a patch', category: 'baby-clothes', ageSize: '2T-3T' })
  await post({ title: 'Trousers, striped', category: 'baby-clothes', ageSize: '2T-3T', condition: 'fair' })
  await post({ title: 'Trousers with braces', category: 'baby-clothes', ageSize: '4T-5T' })
  await post({ title: 'Corduroy trousers', category: 'baby-clothes', ageSize: 'newborn' })
  await post({ title: 'Striped curtain', category: 'household' })
  await post({ title: 'Buggy, folds flat', category: 'other', latitude: 45.52, longitude: -122.68 })
  await post({ title: 'Stroller for twins', category: 'other', latitude: 45.7, longitude: -122.68 })
  const gone = await post({ title: 'Leggings, warm', category: 'baby-clothes', ageSize: '2T-3T' })
  await seller.patch(`/api/items/${gone.id}/claim`)
})

async function post(fields: Partial<CreateListingBody>) {
  return (await buildListing(market, { seller, fields })).listing
}

async function related(query: Record<string, string>) {
  const { status, body } = await market
    .visitor()
    .get<RelatedCard[]>(`/api/items/related?${String(new URLSearchParams(query))}`)
  expect(status).toBe(200)
  return body.map(({ title, why }) => [title, ...why])
}

test('what is called something else is a synonym, and what the search itself finds is not among them', async () => {
  expect(await related({ search: 'stroller' })).toEqual([['Buggy, folds flat', 'synonym']])
  const { body } = await market.visitor().get<ListingCard[]>('/api/items?search=stroller')
  expect(body.map(({ title }) => title)).toEqual(['Stroller for twins'])
})

test('a name of three letters is a word of its own, in the singular or the plural', async () => {
  const others = ['Cotton dress', 'Cottage for dolls', 'Apricot scarf']
  for (const title of ['Cots, two', 'Folding cot', ...others]) await post({ title, category: 'furniture' })
  expect(await related({ search: 'crib' })).toEqual([
    ['Folding cot', 'synonym'],
    ['Cots, two', 'synonym'],
  ])
})

test('a size in words is read as the size, and the sizes beside it are near', async () => {
  expect(await related({ search: 'trousers 3T' })).toEqual([
    ['Trousers with braces', 'size-near'],
    ['Trousers, striped', 'synonym'],
    ['Blue jeans with a patch', 'synonym'],
    ['Corduroy trousers', 'similar'],
  ])
  expect(await related({ search: 'trousers', size: '2T-3T' })).toEqual([
    ['Trousers with braces', 'size-near'],
    ['Blue jeans with a patch', 'synonym'],
    ['Corduroy trousers', 'similar'],
  ])
})

test('what lies beyond the distance is farther, and says how far', async () => {
  const query = { search: 'stroller', near: '45.52,-122.68', within: '5' }
  expect(await related(query)).toEqual([
    ['Stroller for twins', 'farther'],
    ['Buggy, folds flat', 'synonym'],
  ])
  const { body } = await market.visitor().get<RelatedCard[]>(`/api/items/related?${String(new URLSearchParams(query))}`)
  expect(body[0]?.distanceKm).toBeGreaterThan(15)
})

test('what shares some of the words, or is worn more than was asked for, is similar, and comes last', async () => {
  expect(await related({ search: 'striped trousers', condition: 'like-new' })).toEqual([
    ['Trousers, striped', 'similar'],
    ...[['Striped curtain'], ['Corduroy trousers'], ['Trousers with braces'], ['Blue jeans with a patch']].map(
      ([title]) => [title, 'similar'],
    ),
  ])
})

test('nothing is invented: no filter, no near miss; unknown filters are refused', async () => {
  expect(await related({})).toEqual([])
  expect(await related({ search: 'zither' })).toEqual([])
  expect((await market.visitor().get('/api/items/related?colour=red')).status).toBe(400)
  expect(await related({ search: `100% "a" ' ; :name0 ? --` })).toEqual([])
})

test('a name is found inside of a word and across several, from the moment on that it is posted, by size too', async () => {
  await post({ title: 'Babysnowsuits, two', category: 'baby-clothes', ageSize: '6-7y' })
  await post({ title: 'Snow pants with straps', category: 'baby-clothes', ageSize: '6-7y' })
  await post({ title: 'Pants for the snow', category: 'baby-clothes', ageSize: '6-7y' })
  await post({ title: 'Salopettes, red', category: 'baby-clothes', ageSize: '12-14y' })
  expect(await related({ search: 'ski suit', size: '6-7y' })).toEqual([
    ['Snow pants with straps', 'synonym'],
    ['Babysnowsuits, two', 'synonym'],
    ['Salopettes, red', 'similar'],
  ])
})

test('a claimed, hidden or withdrawn listing is nobody’s near miss, and there are 24 at most', async () => {
  expect((await related({ search: 'jeans' })).map(([title]) => title)).not.toContain('Leggings, warm')
  for (let count = 0; count < 26; count += 1) await post({ title: `Pram number ${count}`, category: 'other' })
  expect(await related({ search: 'pushchair' })).toHaveLength(24)
})
