import { beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import { buildListing, buildPhoto, listingBody, uploadPhotos } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { untilSomebodyWaits } from '../../../testing/postgres/lock-waits.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { readPages } from '../../../testing/read-pages.ts'
import type { Listing as ListingView } from '../contract.ts'
import {
  addCategory,
  claimForBuyer,
  eraseSeller,
  markDelivered,
  relistListings,
  removeCategory,
  reserveListings,
  returnListings,
  setCategoryPrice,
} from '../index.ts'

const market = useMarket()
let seller: TestClient
let other: TestClient
beforeAll(async () => {
  seller = await market.signIn({ firstName: 'Nora' })
  other = await market.signIn()
})

const PRIVATE = ['pickupAddress', 'contactName', 'contactEmail', 'contactPhone', 'buyerId', 'tokensInEscrow']

async function newPhotos(count = 1, member = seller): Promise<string[]> {
  return uploadPhotos(member, await Promise.all(Array.from({ length: count }, () => buildPhoto())))
}

/** The listing as it is while another member's purchase has got that far. */
async function purchase(id: string, upTo: 'reserved' | 'claimed' | 'delivered'): Promise<void> {
  await transact(market.ctx.db, async (trx) => {
    const now = market.clock.now()
    await reserveListings(trx, { listingIds: [id], now })
    if (upTo === 'reserved') return
    await claimForBuyer(trx, { listings: [{ id, tokensInEscrow: 300n }], buyerId: other.user.id, now })
    if (upTo === 'delivered') await markDelivered(trx, { listingIds: [id], now })
  })
}

describe('posting', () => {
  test('costs what the category costs, and is there for everybody', async () => {
    const { listing } = await buildListing(market, { seller })
    expect(listing).toMatchObject({
      title: 'Wooden train set',
      tokenPrice: '3.00',
      weightLbs: '4.50',
      status: 'available',
      userId: seller.user.id,
      pickupAddress: '12 Alder Street',
      seller: { firstName: 'Nora', itemsPassedOn: 0 },
    })
    const seen = await market.visitor().get<ListingView>(`/api/items/${listing.id}`)
    expect(seen.status).toBe(200)
    expect(seen.body.title).toBe('Wooden train set')
    for (const field of PRIVATE) expect(seen.body).not.toHaveProperty(field)
  })

  test('tells a member whether they can trade, and nobody who has blocked whom', async () => {
    const { listing } = await buildListing(market, { seller })
    const reader = await market.signIn()
    const told = async (member: TestClient) => (await member.get<ListingView>(`/api/items/${listing.id}`)).body.blocked
    expect(await told(reader)).toBeUndefined()
    await seller.post(`/api/members/${reader.user.id}/block`)
    expect([await told(reader), await told(other), await told(market.visitor())]).toEqual([true, undefined, undefined])
    await seller.delete(`/api/members/${reader.user.id}/block`)
    await reader.post(`/api/members/${seller.user.id}/block`)
    expect([await told(reader), await told(seller)]).toEqual([true, undefined])
  })

  test('may cost less than the category, never more', async () => {
    await transact(market.ctx.db, (trx) =>
      addCategory(trx, { category: 'bicycles', tokenPrice: 7, retailPrice: '120', now: market.clock.now() }),
    )
    const post = async (tokenPrice?: string) =>
      seller.post<ListingView>('/api/items', {
        ...listingBody({ category: 'bicycles' }),
        photos: await newPhotos(),
        ...(tokenPrice !== undefined && { tokenPrice }),
      })
    expect((await post()).body.tokenPrice).toBe('7.00')
    expect((await post('0')).body.tokenPrice).toBe('0.00')
    expect((await post('6.99')).body.tokenPrice).toBe('6.99')
    const dear = await post('7.01')
    expect(dear).toMatchObject({ status: 400, body: { code: 'PRICE_TOO_HIGH', details: [{ path: ['tokenPrice'] }] } })
  })

  test('an unknown category is a mistake, one that was removed meanwhile a conflict; the built-in ones always work', async () => {
    const change = { category: 'kayaks', tokenPrice: 5, retailPrice: '300', now: market.clock.now() }
    const post = async (category: string) =>
      seller.post('/api/items', { ...listingBody({ category }), photos: await newPhotos() })
    expect(await post('kayaks')).toMatchObject({
      status: 400,
      body: { code: 'UNKNOWN_CATEGORY', details: [{ path: ['category'] }] },
    })
    await transact(market.ctx.db, (trx) => addCategory(trx, change))
    expect((await post('kayaks')).status).toBe(201)
    await transact(market.ctx.db, (trx) => removeCategory(trx, change))
    expect(await post('kayaks')).toMatchObject({ status: 409, body: { code: 'UNKNOWN_CATEGORY' } })
    expect((await post('toys')).status).toBe(201)
  })

  test('a category that is being removed is either still there for the listing, or refused', async () => {
    const category = { category: 'skates', tokenPrice: 5, retailPrice: '30', now: market.clock.now() }
    await transact(market.ctx.db, (trx) => addCategory(trx, category))
    const photos = await newPhotos()
    const posted = await transact(market.ctx.db, async (trx) => {
      await removeCategory(trx, category)
      const sent = seller.post('/api/items', { ...listingBody({ category: 'skates' }), photos })
      await untilSomebodyWaits(market.ctx.db)
      return { sent }
    })
    expect(await posted.sent).toMatchObject({ status: 409, body: { code: 'UNKNOWN_CATEGORY' } })
  })

  test('takes only own photos, each for one listing', async () => {
    const mine = await newPhotos(2)
    const post = (photos: unknown) => seller.post<ListingView>('/api/items', { ...listingBody(), photos })
    const theirs = await newPhotos(1, other)
    const gone = '/photos/00000000-0000-4000-8000-000000000000.webp'
    for (const photos of [theirs, [gone], [mine[0], gone]]) {
      expect(await post(photos)).toMatchObject({
        status: 403,
        body: { code: 'PHOTO_NOT_YOURS', message: expect.stringContaining('Please upload it again') as string },
      })
    }
    expect(await post([mine[0], mine[0]])).toMatchObject({ status: 400, body: { details: [{ path: ['photos', 1] }] } })
    for (const url of ['http://127.0.0.1/x.webp', 'https://example.com/a.jpg', '/photos/../x', 'javascript:alert(1)']) {
      expect((await post([url])).status).toBe(400)
    }
    expect((await post([])).body).toMatchObject({ details: [{ message: 'At least one photo is required' }] })
    expect((await post(mine)).body.photos).toEqual(mine)
    expect(await post([mine[1]])).toMatchObject({ status: 409, body: { code: 'PHOTO_IN_USE' } })
  })

  test('two posts at once with one photo: one wins', async () => {
    const photos = await newPhotos()
    const answers = await Promise.all([1, 2, 3].map(() => seller.post('/api/items', { ...listingBody(), photos })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409])
  })

  test.each([
    { userId: '00000000-0000-4000-8000-000000000000' },
    { buyerId: null },
    { status: 'claimed' },
    { isAdmin: true },
    { tokensInEscrow: '5' },
    { createdAt: '2020-01-01T00:00:00Z' },
    { title: 'ab' },
    { title: '😀a' },
    { title: 'x'.repeat(101) },
    { title: 'nul\u0000 byte' },
    { title: 'turned \u202e around' },
    { description: 'too short' },
    { city: 'X' },
    { contactEmail: 'nobody' },
    { pickupAddress: '1234' },
    { latitude: 91 },
    { longitude: '1e2' },
    { weightLbs: '0' },
    { weightLbs: 'NaN' },
    { tokenPrice: '-1' },
    { tokenPrice: 0.005 },
    { tokenPrice: 1e20 },
    { ageSize: '2T-3T' },
    { condition: 'new' },
    { deliveryOption: 'pigeon' },
  ])('refuses %o and changes nothing', async (field) => {
    const photos = await newPhotos()
    const before = await seller.get<ListingView[]>('/api/items/user/me')
    const { status, body } = await seller.post('/api/items', { ...listingBody(), photos, ...field })
    expect([status, Array.isArray(body['details'])]).toEqual([400, true])
    expect((await seller.get<ListingView[]>('/api/items/user/me')).body).toHaveLength(before.body.length)
  })

  test('wants a member', async () => {
    expect((await market.visitor().post('/api/items', listingBody())).status).toBe(401)
  })
})

describe('privacy', () => {
  test('address, contact and the exact place are the owner’s and the paid buyer’s alone, and gone after a refund', async () => {
    const { listing } = await buildListing(market, { seller })
    const path = `/api/items/${listing.id}`
    const fields = async (client: TestClient) => (await client.get<ListingView>(path)).body
    const exact = { latitude: 45.52, longitude: -122.68, pickupAddress: '12 Alder Street' }
    expect(await fields(seller)).toMatchObject(exact)
    await purchase(listing.id, 'reserved')
    expect(await fields(other)).not.toHaveProperty('pickupAddress')
    await transact(market.ctx.db, (trx) => {
      const now = market.clock.now()
      return claimForBuyer(trx, { listings: [{ id: listing.id, tokensInEscrow: 300n }], buyerId: other.user.id, now })
    })
    expect(await fields(other)).toMatchObject({ ...exact, tokensInEscrow: '3.00', buyerId: other.user.id })
    expect(await fields(await market.signIn())).not.toHaveProperty('pickupAddress')
    await transact(market.ctx.db, (trx) =>
      returnListings(trx, {
        listingIds: [listing.id],
        buyerId: listing.userId,
        to: 'available',
        now: market.clock.now(),
      }),
    )
    const after = await fields(other)
    for (const field of PRIVATE) expect(after).not.toHaveProperty(field)
    expect(metres(after)).toBeGreaterThan(200)
  })

  test('strangers see the centre of a cell of a kilometre, the same for everything in it, whoever sells it', async () => {
    const [first, second] = [await buildListing(market, { seller }), await buildListing(market, { seller })]
    const place = async (id: string) => {
      const { latitude, longitude } = (await market.visitor().get<ListingView>(`/api/items/${id}`)).body
      return { latitude, longitude }
    }
    const shown = await place(first.listing.id)
    expect(metres(shown)).toBeGreaterThan(0)
    expect(metres(shown)).toBeLessThan(1000)
    expect(await place(first.listing.id)).toEqual(shown)
    expect(await place(second.listing.id)).toEqual(shown)
    const { listing } = await buildListing(market)
    expect(await place(listing.id)).toEqual(shown)
  })

  test('a withdrawn listing is absent for everybody but its owner', async () => {
    const { listing } = await buildListing(market, { seller })
    await seller.patch(`/api/items/${listing.id}`, { status: 'withdrawn' })
    expect((await other.get(`/api/items/${listing.id}`)).status).toBe(404)
    expect((await other.patch(`/api/items/${listing.id}`, { title: 'Mine now' })).status).toBe(404)
    expect((await seller.get(`/api/items/${listing.id}`)).status).toBe(200)
    expect((await seller.patch(`/api/items/${listing.id}/claim`)).status).toBe(409)
    const mine = await seller.get<ListingView[]>('/api/items/user/me')
    expect(mine.body.find((item) => item.id === listing.id)?.status).toBe('withdrawn')
    expect((await seller.patch(`/api/items/${listing.id}`, { status: 'available' })).body['status']).toBe('available')
    expect((await other.get(`/api/items/${listing.id}`)).status).toBe(200)
  })

  test('what is not there is 404, what is no id too', async () => {
    expect((await other.get('/api/items/00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await other.get('/api/items/nonsense')).status).toBe(404)
  })
})

describe("the owner's actions", () => {
  test('edit: only what is sent changes', async () => {
    const { listing } = await buildListing(market, { seller, fields: { category: 'baby-clothes', ageSize: '2T-3T' } })
    const path = `/api/items/${listing.id}`
    const { body } = await seller.patch<ListingView>(path, { title: '  New title ', weightLbs: '' })
    expect(body).toEqual({ ...listing, title: 'New title', weightLbs: null })
    // A category without ages clears the age; the price follows the category.
    await transact(market.ctx.db, (trx) =>
      addCategory(trx, { category: 'costumes', tokenPrice: 9, retailPrice: '20', now: market.clock.now() }),
    )
    expect((await seller.patch(path, { category: 'costumes' })).body).toMatchObject({
      ageSize: null,
      tokenPrice: '9.00',
    })
    expect(await seller.patch(path, { ageSize: '2T-3T' })).toMatchObject({
      status: 400,
      body: { details: [{ path: ['ageSize'], message: 'Age/size applies only to baby clothes' }] },
    })
    expect((await seller.patch(path, { tokenPrice: '9.01' })).body['code']).toBe('PRICE_TOO_HIGH')
    await transact(market.ctx.db, (trx) =>
      setCategoryPrice(trx, { category: 'costumes', tokenPrice: 4, now: market.clock.now() }),
    )
    expect((await seller.patch(path, { tokenPrice: '9.00' })).body['tokenPrice']).toBe('9.00')
    expect((await seller.patch(path, { tokenPrice: '2' })).body['tokenPrice']).toBe('2.00')
    // A price that the owner lowered on purpose is not raised by a change of category.
    expect((await seller.patch(path, { category: 'toys' })).body['tokenPrice']).toBe('2.00')
  })

  test('edit: photos are swapped, and the old ones may be used again', async () => {
    const [first, second, third] = await newPhotos(3)
    const { listing } = await buildListing(market, { seller, fields: { photos: [first!, second!] } })
    const { body } = await seller.patch<ListingView>(`/api/items/${listing.id}`, { photos: [third, second] })
    expect(body.photos).toEqual([third, second])
    expect((await buildListing(market, { seller, fields: { photos: [first!] } })).listing.photos).toEqual([first])
  })

  test.each(['userId', 'buyerId', 'tokensInEscrow', 'purchasedAt', 'isAdmin', 'claimedAt'])(
    'edit refuses %s',
    async (field) => {
      const { listing } = await buildListing(market, { seller })
      expect((await seller.patch(`/api/items/${listing.id}`, { [field]: null })).status).toBe(400)
    },
  )

  test('claim: given away outside the site, no buyer', async () => {
    const { listing } = await buildListing(market, { seller })
    const { status, body } = await seller.patch(`/api/items/${listing.id}/claim`)
    expect([status, body['status'], body['buyerId']]).toEqual([200, 'claimed', null])
    expect(await seller.patch(`/api/items/${listing.id}/claim`)).toMatchObject({
      status: 409,
      body: { code: 'LISTING_NOT_AVAILABLE', message: 'This item is no longer available' },
    })
  })

  test('delete: gone, its photos too once they are a day old', async () => {
    const { listing } = await buildListing(market, { seller })
    expect((await seller.delete(`/api/items/${listing.id}`)).status).toBe(204)
    expect((await seller.get(`/api/items/${listing.id}`)).status).toBe(404)
    expect((await seller.delete(`/api/items/${listing.id}`)).status).toBe(404)
  })

  test('are nobody else’s', async () => {
    const { listing } = await buildListing(market, { seller })
    const path = `/api/items/${listing.id}`
    for (const answer of [
      await other.patch(path, { title: 'Mine now' }),
      await other.patch(`${path}/claim`),
      await other.delete(path),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'NOT_THE_OWNER' } })
    }
    expect((await market.visitor().delete(path, { headers: {} })).status).toBe(401)
  })

  test.each(['reserved', 'claimed', 'delivered'] as const)('are closed while %s', async (state) => {
    const { listing } = await buildListing(market, { seller })
    await purchase(listing.id, state)
    const path = `/api/items/${listing.id}`
    for (const answer of [
      await seller.patch(path, { title: 'Changed' }),
      await seller.patch(path, { status: 'withdrawn' }),
      await seller.patch(`${path}/claim`),
      await seller.delete(path),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'LISTING_NOT_AVAILABLE' } })
    }
  })

  test('an edit and a claim during a reservation that is just happening wait for it and are refused', async () => {
    const { listing } = await buildListing(market, { seller })
    const sent = await transact(market.ctx.db, async (trx) => {
      await reserveListings(trx, { listingIds: [listing.id], now: market.clock.now() })
      const answers = [
        seller.patch(`/api/items/${listing.id}`, { title: 'Changed' }),
        seller.patch(`/api/items/${listing.id}/claim`),
        seller.delete(`/api/items/${listing.id}`),
      ]
      await untilSomebodyWaits(market.ctx.db, 3)
      return { answers }
    })
    for (const answer of await Promise.all(sent.answers)) expect(answer.status).toBe(409)
  })

  test('an edit while its owner is just leaving does not bring the listing back, nor their address', async () => {
    const { listing, seller: leaving } = await buildListing(market)
    const sent = await transact(market.ctx.db, async (trx) => {
      await eraseSeller(trx, { sellerId: leaving.user.id, now: market.clock.now() })
      const again = { status: 'available', contactEmail: 'still@example.com', pickupAddress: '12 Alder Street' }
      const answer = leaving.patch(`/api/items/${listing.id}`, again)
      await untilSomebodyWaits(market.ctx.db, 1)
      return { answer }
    })
    expect(await sent.answer).toMatchObject({ status: 404, body: { code: 'LISTING_NOT_FOUND' } })
    const [row] = await market.ctx.db('listing').where({ id: listing.id })
    expect(row).toMatchObject({ status: 'withdrawn', contact_email: '', pickup_address: 'Removed' })
  })
})

test('posting, withdrawing and deleting are told once each', async () => {
  const told = (queue: 'wallet.reward-listing' | 'wallet.discount-listing') => market.runJobs({ only: [queue] })
  await market.runJobs({ only: ['wallet.reward-listing', 'wallet.discount-listing'] })
  const { listing } = await buildListing(market, { seller })
  expect(await told('wallet.reward-listing')).toBe(1)
  const path = `/api/items/${listing.id}`
  await seller.patch(path, { title: 'Still here' })
  expect(await told('wallet.discount-listing')).toBe(0)
  await seller.patch(path, { status: 'withdrawn' })
  expect(await told('wallet.discount-listing')).toBe(1)
  await seller.delete(path)
  expect(await told('wallet.discount-listing')).toBe(0)
  const { listing: another } = await buildListing(market, { seller })
  await seller.delete(`/api/items/${another.id}`)
  expect(await told('wallet.discount-listing')).toBe(1)
})

describe('doors for purchases', () => {
  test('a reservation that ends gives the listing back, and nothing else does', async () => {
    const { listing } = await buildListing(market, { seller })
    const now = market.clock.now()
    const status = async () => (await seller.get<ListingView>(`/api/items/${listing.id}`)).body.status
    await purchase(listing.id, 'reserved')
    await expect(purchase(listing.id, 'reserved')).rejects.toMatchObject({ status: 409 })
    await transact(market.ctx.db, (trx) =>
      relistListings(trx, { listingIds: [listing.id], buyerId: listing.userId, now }),
    )
    expect(await status()).toBe('available')
    await purchase(listing.id, 'claimed')
    await transact(market.ctx.db, (trx) =>
      relistListings(trx, { listingIds: [listing.id], buyerId: listing.userId, now }),
    )
    expect(await status()).toBe('claimed')
    await transact(market.ctx.db, (trx) => markDelivered(trx, { listingIds: [listing.id], now }))
    for (const step of [markDelivered, claimForBuyer, returnListings]) {
      const listings = [{ id: listing.id, tokensInEscrow: 1n }]
      const again = { listings, listingIds: [listing.id], buyerId: other.user.id, to: 'available' as const, now }
      await expect(transact(market.ctx.db, (trx) => step(trx, again))).rejects.toMatchObject({ status: 409 })
    }
  })
})

function metres({ latitude, longitude }: { latitude: number | null; longitude: number | null }): number {
  const north = ((latitude ?? 0) - 45.52) * 111_320
  const east = ((longitude ?? 0) + 122.68) * 111_320 * Math.cos((45.52 * Math.PI) / 180)
  return Math.hypot(north, east)
}

test("a member's own listings come in pages, also when one goes meanwhile, and are counted as a whole", async () => {
  const owner = await market.signIn()
  const ids: string[] = []
  for (let n = 1; n <= 5; n += 1) {
    ids.unshift((await buildListing(market, { seller: owner, fields: { weightLbs: '1.5' } })).listing.id)
    market.clock.advance({ seconds: 1 })
  }
  await owner.patch(`/api/items/${ids[0]}/claim`)
  await owner.patch(`/api/items/${ids[1]}/claim`)
  await owner.patch(`/api/items/${ids[2]}`, { status: 'withdrawn' })
  const pages = await readPages<ListingView[]>(owner, '/api/items/user/me?limit=2')
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
  expect((await owner.get('/api/items/user/me/figures')).body).toEqual({
    posted: 5,
    available: 2,
    claimed: 2,
    weightLbs: 3,
  })
  expect((await other.get('/api/items/user/me/figures')).body).toMatchObject({ posted: 0, weightLbs: 0 })

  const first = await owner.get('/api/items/user/me?limit=3')
  await owner.delete(`/api/items/${ids[2]}`)
  const second = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect((await owner.get<ListingView[]>(second)).body.map(({ id }) => id)).toEqual(ids.slice(3))
})

test("an item counts as passed on when it is given away, or bought and delivered; a payment alone doesn't count", async () => {
  const owner = await market.signIn()
  const [kept, bought, given] = [
    (await buildListing(market, { seller: owner })).listing,
    (await buildListing(market, { seller: owner })).listing,
    (await buildListing(market, { seller: owner })).listing,
  ]
  const passedOn = async () =>
    (await market.visitor().get<ListingView>(`/api/items/${kept.id}`)).body.seller.itemsPassedOn
  await purchase(bought.id, 'claimed')
  expect(await passedOn()).toBe(0)
  await transact(market.ctx.db, (trx) => markDelivered(trx, { listingIds: [bought.id], now: market.clock.now() }))
  expect(await passedOn()).toBe(1)
  await owner.patch(`/api/items/${given.id}/claim`)
  expect(await passedOn()).toBe(2)
})
