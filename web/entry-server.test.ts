import { expect, test, vi } from 'vitest'
import { OPTIONAL, type Optional } from '../src/modules/catalog/attributes.ts'
import type { Listing } from '../src/modules/catalog/contract.ts'
import { PLAIN_LOOK } from '../src/platform/site/look.ts'
import { keptAddress, render } from './entry-server.tsx'

// The build puts chunks in the place of this name.
vi.stubGlobal('__CHUNKS__', {})

const ORIGIN = 'https://outgrown.example'
const ID = '9b2b6d0c-4b1e-4ad0-9a57-000000000001'
const PHOTO = `/photos/${ID}.webp`
const PLACEHOLDER = 'data:image/webp;base64,UklGRg=='
const LISTING: Listing = {
  id: ID,
  userId: '9b2b6d0c-4b1e-4ad0-9a57-000000000002',
  title: 'Crib & <b>mattress</b> "Ida"',
  description: 'Solid beech. </script><script>alert(1)</script>',
  category: 'furniture',
  condition: 'good',
  ...(Object.fromEntries(OPTIONAL.map((name) => [name, null])) as Record<Optional, null>),
  bagCount: null,
  drafted: [],
  city: 'Portland',
  photos: [PHOTO],
  photoInfo: [{ url: PHOTO, width: 1000, height: 500, placeholder: PLACEHOLDER }],
  tokenPrice: '10.00',
  weightLbs: null,
  deliveryOption: 'both',
  status: 'available',
  createdAt: '2026-11-01T12:00:00.000Z',
  seller: { firstName: 'Nora', profileImageUrl: null, memberSince: '2026-01-01T00:00:00.000Z', itemsPassedOn: 3 },
  latitude: null,
  longitude: null,
}

const paint = (listing: Listing | null, site: object | null = null) =>
  render(`/item/${ID}`, {
    data: {
      '/api/auth/user': null,
      '/api/site': site,
      [`/api/items/${ID}`]: listing,
      '/api/admin/category-prices': [],
    },
    origin: ORIGIN,
  })
const contentOf = (head: string, key: string) =>
  new RegExp(`(?:name|property)="${key}" content="([^"]*)"`).exec(head)?.[1]

test('an item says in its head what link previews and search engines want to know', async () => {
  const { status, head } = await paint(LISTING)
  expect(status).toBe(200)
  expect(head).toContain('<title>Crib &amp; &lt;b&gt;mattress&lt;/b&gt; &quot;Ida&quot; · Outgrown</title>')
  expect(contentOf(head, 'og:title')).toBe('Crib &amp; &lt;b&gt;mattress&lt;/b&gt; &quot;Ida&quot; · Outgrown')
  expect(contentOf(head, 'og:type')).toBe('product')
  expect(contentOf(head, 'og:url')).toBe(`${ORIGIN}/item/${ID}`)
  expect(contentOf(head, 'og:image')).toBe(ORIGIN + PHOTO)
  expect(contentOf(head, 'twitter:card')).toBe('summary_large_image')
  expect(contentOf(head, 'description')).toMatch(/^Solid beech\./)
  expect(head).toContain(`<link rel="canonical" href="${ORIGIN}/item/${ID}">`)
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head) ?? []
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'Product',
    name: LISTING.title,
    description: LISTING.description,
    image: [ORIGIN + PHOTO],
    offers: {
      availability: 'https://schema.org/InStock',
      price: '10.00',
      priceCurrency: 'Outgrown token',
      priceSpecification: [
        { price: '10.00', priceCurrency: 'Outgrown token', unitText: 'token' },
        { '@type': 'PaymentChargeSpecification', price: '3.50', priceCurrency: 'USD' },
      ],
    },
  })
})

test("an item's price is in the tokens of the site, and the card's charge beside it in its currency", async () => {
  const cardFee = { orderCents: 100, itemCents: 25 }
  const site = {
    ...PLAIN_LOOK,
    name: 'Von Tür zu Tür',
    currency: 'eur',
    cardFee,
    pages: [],
    simulated: [],
    language: 'de',
  }
  const { head } = await paint(LISTING, site)
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head) ?? []
  expect(JSON.parse(json)).toMatchObject({
    offers: {
      priceCurrency: 'Von Tür zu Tür token',
      priceSpecification: [{ price: '10.00' }, { price: '1.25', priceCurrency: 'EUR' }],
    },
  })
})

test('home has a picture for link previews and names its feed; what is hidden on a phone is not preloaded', async () => {
  const { head, html } = await render('/?search=crib', { data: { '/api/auth/user': null }, origin: ORIGIN })
  expect(contentOf(head, 'og:image')).toBe(`${ORIGIN}/icons/512.png`)
  expect(head).toContain(
    `<link rel="alternate" type="application/atom+xml" title="New items" href="${ORIGIN}/api/items.atom?status=available&amp;search=crib">`,
  )
  expect(head).not.toMatch(/rel="preload" as="image"/)
  expect(html).not.toMatch(/<img[^>]+loading="eager"/)
})

test('a long description is cut between characters', async () => {
  const { head } = await paint({ ...LISTING, description: `${'a'.repeat(199)}😀 and more` })
  expect(contentOf(head, 'og:description')).toBe(`${'a'.repeat(199)}😀`)
})

test('however the address is spelled, one spelling is told', async () => {
  for (const path of [`/item/${ID}/`, `/item/${ID.toUpperCase()}`, `/Item/${ID}//`]) {
    const { head } = await render(path, { data: {}, origin: ORIGIN })
    expect(contentOf(head, 'og:url'), path).toBe(`${ORIGIN}/item/${ID}`)
  }
  expect(contentOf((await render('/?search=x', { data: {}, origin: ORIGIN })).head, 'og:url')).toBe(`${ORIGIN}/`)
})

test('the language of the market has the plain address, each other one its own', async () => {
  const data = {
    '/api/auth/user': null,
    '/api/site': {
      ...PLAIN_LOOK,
      cardFee: { orderCents: 300, itemCents: 50 },
      pages: [],
      simulated: [],
      language: 'fr',
    },
  }
  const at = (language: 'fr' | 'de') => render('/Economy/?lang=de', { data, language, origin: ORIGIN })
  const german = (await at('de')).head
  expect(contentOf(german, 'og:url')).toBe(`${ORIGIN}/economy?lang=de`)
  expect(german).toContain(`<link rel="canonical" href="${ORIGIN}/economy?lang=de">`)
  expect(german).toContain(`<link rel="alternate" hreflang="fr" href="${ORIGIN}/economy">`)
  expect(german).toContain(`<link rel="alternate" hreflang="x-default" href="${ORIGIN}/economy">`)
  expect((await at('fr')).head).toContain(`<link rel="canonical" href="${ORIGIN}/economy">`)
  const members = await render('/economy', { data: { '/api/auth/user': { id: ID } }, origin: ORIGIN })
  expect(members.head).not.toContain('hreflang')
})

test('one that is taken is not offered, and one that is not there is 404 and not to be listed', async () => {
  expect((await paint({ ...LISTING, status: 'claimed' })).head).toContain('https://schema.org/SoldOut')
  const { status, head } = await paint(null)
  expect(status).toBe(404)
  expect(contentOf(head, 'robots')).toBe('noindex')
  expect(head).not.toContain('canonical')
  expect(head).not.toContain('ld+json')
})

test('a photo is announced early, comes in every size, and holds its place before it is there', async () => {
  const { head, html } = await paint(LISTING)
  const widths = (format: string) =>
    [
      [320, 320],
      [640, 640],
      [1280, 1000],
    ]
      .map(([width, own]) => `${PHOTO.replace('.webp', '')}-${width}.${format} ${own}w`)
      .join(', ')
  const [picture = ''] = /<picture.*?<\/picture>/s.exec(html) ?? []
  expect(picture).toContain(`<source type="image/avif" srcSet="${widths('avif')}"`)
  expect(picture).toContain(`<source type="image/webp" srcSet="${widths('webp')}"`)
  expect(picture).toContain('width="1000" height="500"')
  expect(picture).toContain(PLACEHOLDER)
  expect(head).toMatch(/<link rel="preload" as="image"[^>]*imageSrcSet="[^"]*-640\.avif 640w/i)
})

test('a page that visitors share is kept under one address, and no other page is', () => {
  for (const [url, kept] of [
    ['/', '/'],
    ['/?utm_source=x&size=nothing', '/'],
    ['/?category=toys&search=crib&fbclid=1', '/?search=crib&category=toys'],
    ['/?near=45.5231,-122.6765&place=Home&within=5', '/?near=45.52%2C-122.68&place=Home&within=5'],
    [`/?cursor=1700000000000000.${ID}`, null],
    [`/item/${ID}?fbclid=1`, `/item/${ID}`],
    [`/item/${ID.toUpperCase()}`, null],
    [`/item/${ID}/edit`, null],
    ['/inbox', null],
  ] as const)
    expect(keptAddress(url), url).toBe(kept)
})
