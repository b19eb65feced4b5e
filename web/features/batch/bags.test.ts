import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { buildPhoto, uploadPhotos } from '../../../src/testing/market/builders.ts'
import { testMarket, type TestMarket } from '../../../src/testing/market/market.ts'
import { blankListing, parseListing } from './batch-listing.ts'
import { readList } from './read-list.ts'

let market: TestMarket
beforeAll(async () => {
  market = await testMarket()
})
afterAll(() => market.stop())

const LIST = `title,description,size,bag,up to size,photos
Summer clothes,"T-shirts, shorts and two dresses.",12-18 months,12,2T-3T,a.jpg
Winter clothes,"Coats and thick trousers.",2T-3T,3,,b.jpg
One dress,"Red, worn at one wedding.",2T-3T,,,c.jpg
`

test('the bags of a list are posted as those of the form are, and found by each of their sizes', async () => {
  const seller = await market.signIn()
  await seller.patch('/api/users/me/defaults', {
    defaultCity: 'Portland',
    defaultPickupAddress: '12 Alder Street',
    defaultContactName: 'Nora',
    defaultContactEmail: 'nora@example.com',
  })
  const { body: member } = await seller.get<Parameters<typeof parseListing>[1]>('/api/auth/user')
  const { things, problems } = readList(new TextEncoder().encode(LIST), ['baby-clothes', 'toys', 'other'])
  expect(problems).toEqual([])
  const posted: Listing[] = []
  for (const { values } of things) {
    const photos = await uploadPhotos(seller, [await buildPhoto()])
    const parsed = parseListing({ ...blankListing(photos, values.category), values }, member)
    if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors))
    posted.push((await seller.post<Listing>('/api/items', parsed.body)).body)
  }
  expect(posted).toMatchObject([
    { bagCount: 12, ageSize: '12-18mo', sizeTo: '2T-3T' },
    { bagCount: 3, ageSize: '2T-3T', sizeTo: null },
    { bagCount: null, ageSize: '2T-3T', sizeTo: null },
  ])
  expect(new Set(posted.map(({ tokenPrice }) => tokenPrice)).size).toBe(1)
  const found = async (query: string) =>
    (await market.visitor().get<Listing[]>(`/api/items?${query}`)).body.map(({ title }) => title).toSorted()
  expect(await found('bag=only&size=18-24mo')).toEqual(['Summer clothes'])
  expect(await found('size=2T-3T')).toEqual(['One dress', 'Summer clothes', 'Winter clothes'])
})

test('a bag of a batch that is none is refused at its field, and nothing is sent', async () => {
  const seller = await market.signIn()
  const { body: member } = await seller.get<Parameters<typeof parseListing>[1]>('/api/auth/user')
  const listing = blankListing(['/photos/a.webp'], 'baby-clothes')
  const errors = (values: object) => {
    const parsed = parseListing({ ...listing, values: { ...listing.values, ...values } }, member)
    return 'errors' in parsed ? parsed.errors : {}
  }
  expect(errors({ bagCount: '' })).toMatchObject({ bagCount: 'A bag holds 2 to 50 things' })
  expect(errors({ bagCount: 'ten' })).toMatchObject({ bagCount: 'A bag holds 2 to 50 things' })
})
