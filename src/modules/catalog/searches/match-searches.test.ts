import { expect, test } from 'vitest'
import fc from 'fast-check'
import { enqueue } from '../../../events.ts'
import { transact } from '../../../platform/database.ts'
import type { Mail } from '../../../platform/sending/mail.ts'
import { buildListing, buildPhoto, saveSearch, uploadPhotos } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { killWhileTelling } from '../../../testing/market/killed-job.ts'
import { mailsLeave, startMailbox } from '../../../testing/doubles/mailbox.ts'
import { startPushDouble } from '../../../testing/doubles/push-double.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { Notice } from '../../notifications/contract.ts'
import { handlers } from '../../../worker.ts'
import { variantUrl } from '../constants.ts'
import type { CreateListingBody, ListingCard } from '../contract.ts'
import type { SavedSearch, SearchQuery, Seekers } from './contract.ts'
import { fittingSearches, matchSearches } from './match-searches.ts'
import { notifySearches } from './notify-searches.ts'

const market = useMarket()

const DAILY = 60 * 24
const run = () => market.runJobs({ only: ['catalog.match-searches', 'catalog.place-listing'] })
const summaries = () =>
  transact(market.ctx.db, (trx) => enqueue(trx, 'catalog.notify-searches', {})).then(() =>
    market.runJobs({ only: ['catalog.notify-searches'] }),
  )
const again = (listingId: string) =>
  transact(market.ctx.db, (trx) => enqueue(trx, 'catalog.match-searches', { listingId }))
const told = async (member: TestClient) =>
  (await member.get<Notice[]>('/api/notifications')).body.map(({ body, path }) => [body, path])
const post = async (fields: Partial<CreateListingBody>, seller?: TestClient) =>
  (await buildListing(market, { fields, ...(seller && { seller }) })).listing.id

test('who looks for it is told at once, once, however often the job runs; others are not', async () => {
  const [member, other] = [await market.signIn(), await market.signIn()]
  await saveSearch(member, { search: 'coat' })
  await saveSearch(member, { category: 'toys', search: 'red' })
  await saveSearch(member, { search: 'COAT red' }, { how: 'weekly' })
  await saveSearch(other, { search: 'coat' }, { how: 'none' })
  await saveSearch(other, { search: 'coats' })
  const id = await post({ title: 'Red raincoat' })
  await run()
  for (let doubled = 0; doubled < 3; doubled += 1) await again(id)
  await run()
  market.clock.advance({ days: 8 })
  await summaries()
  const mine = await market.signIn({ email: member.user.email })
  expect(await told(mine)).toEqual([['"Red raincoat".', `/item/${id}`]])
  expect(await told(await market.signIn({ email: other.user.email }))).toEqual([])
})

test('the notice says what decides: size and distance, where they are known', async () => {
  const member = await market.signIn()
  await saveSearch(member, { search: 'snow suit', near: '45.52,-122.68' })
  await post({ title: 'Snow suit', category: 'baby-clothes', ageSize: '2T-3T', latitude: 45.52, longitude: -122.68 })
  await run()
  const { body } = await member.get<Notice[]>('/api/notifications')
  expect(body.map(({ body, details }) => [body, details])).toEqual([
    ['"Snow suit".', '2T-3T · about 1 mi away · 3 tokens'],
  ])
})

test("a notice says sizes in its reader's words: of shoes, and of a bag", async () => {
  const member = await market.signIn()
  await saveSearch(member, { search: 'rubber boots' })
  await post({ title: 'Rubber boots', category: 'baby-clothes', ageSize: 'shoe-24-25' })
  await run()
  const bag = { bagCount: 12, ageSize: '12-18mo', sizeTo: '2T-3T' } as const
  await saveSearch(member, { search: 'winter things' })
  await post({ title: 'Winter things', category: 'baby-clothes', ...bag })
  await run()
  const german = { headers: { 'accept-language': 'de' } }
  const { body } = await member.get<Notice[]>('/api/notifications', german)
  expect(body.map(({ details }) => details)).toEqual([
    'Tüte mit 12 Sachen · 12–18 Monate · bis 2–3 Jahre · 3 Tokens',
    'Schuhe 24–25 · 3 Tokens',
  ])
})

test('picture, size, distance and price stand in the bell, in the mail and on the phone that shows details', async () => {
  const [mailbox, service] = [await startMailbox(market), await startPushDouble(market)]
  const [seller, member] = [await market.signIn(), await market.signIn()]
  const [open, locked] = [service.browser(), service.browser()]
  await member.post('/api/notifications/push', { ...open.subscription, showsDetails: true })
  const other = await market.visitor().signIn({ email: member.user.email })
  await other.post('/api/notifications/push', locked.subscription)
  await saveSearch(member, { search: 'balance bike', near: '45.52,-122.68' })
  await saveSearch(member, { search: 'tricycle', near: '45.52,-122.68' }, { how: 'daily' })
  const [photo, another] = await uploadPhotos(seller, [await buildPhoto(), await buildPhoto()])
  const fields = { category: 'baby-clothes', ageSize: '2T-3T', latitude: 45.52, longitude: -122.68 } as const
  await post({ ...fields, title: 'Balance bike', photos: [photo!] }, seller)
  await run()
  const picture = variantUrl(photo!, 320, 'webp')
  const details = '2T-3T · about 1 mi away · 3 tokens'
  const bell = async () =>
    (await (await market.signIn({ email: member.user.email })).get<Notice[]>('/api/notifications')).body[0]
  expect(await bell()).toMatchObject({ body: '"Balance bike".', picture, details })
  await handlers(market.ctx)['notifications.deliver-pushes']({})
  expect(open.received[0]?.payload).toMatchObject({ body: `"Balance bike".\n${details}`, picture })
  expect(locked.received.map(({ payload: { body, picture } }) => [body, picture])).toEqual([['', undefined]])
  expect(service.refused).toEqual([])
  await mailsLeave(market)
  const mail = mailbox.received.find(({ to }) => to?.[0]?.address === member.user.email)
  expect(mail?.text).toContain(details)
  expect(mail?.html).toContain(`<img src="${market.ctx.config.publicUrl}${picture}" alt=""`)

  await post({ ...fields, title: 'Tricycle', photos: [another!] }, seller)
  await run()
  market.clock.advance({ minutes: DAILY })
  await summaries()
  expect(await bell()).toMatchObject({ body: 'New: "Tricycle".', picture: variantUrl(another!, 320, 'webp'), details })
  await Promise.all([mailbox.stop(), service.stop()])
})

test('one click in a mail ends the searches that it is about, and nothing else', async () => {
  const mails: Mail[] = []
  market.ctx.mail = { send: (mail) => Promise.resolve(void mails.push(mail)) }
  const email = 'clicks@example.com'
  const member = await market.signIn({ email })
  await saveSearch(member, { search: 'globe' })
  await saveSearch(member, { search: 'easel' })
  for (const search of ['wigwam', '<i>'.repeat(2)]) await saveSearch(member, { search }, { how: 'daily' })
  const how = async () => {
    const { body } = await (await market.signIn({ email })).get<SavedSearch[]>('/api/searches')
    return body.map(({ query, how }) => `${query.search}: ${how}`).sort()
  }
  const nextLink = async () => {
    market.clock.advance({ minutes: 15 })
    await mailsLeave(market)
    const [mail] = mails.splice(0).filter(({ to }) => to === email)
    expect(mail?.text.replaceAll(/\s/g, '')).toContain(mail?.unsubscribeUrl)
    return mail?.unsubscribeUrl ?? ''
  }
  await post({ title: 'A globe' })
  await run()
  const link = await nextLink()
  expect(await (await fetch(link)).text()).toContain('Stop looking for &quot;globe&quot;?')
  const forged = link.replace('ids=', 'ids=00000000-0000-4000-8000-000000000000%2C')
  for (const method of ['GET', 'POST']) expect((await fetch(forged, { method })).status).toBe(404)
  expect(await how()).toEqual(['<i><i>: daily', 'easel: at-once', 'globe: at-once', 'wigwam: daily'])
  const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
  expect((await fetch(link, oneClick)).status).toBe(200)
  expect(await how()).toEqual(['<i><i>: daily', 'easel: at-once', 'globe: none', 'wigwam: daily'])

  for (const title of ['Another globe', 'A wigwam', 'A mat <i><i>']) await post({ title })
  await run()
  market.clock.advance({ minutes: DAILY })
  await summaries()
  const digest = await nextLink()
  const page = await (await fetch(digest)).text()
  for (const words of ['&quot;wigwam&quot;', ' and ', '&quot;&lt;i&gt;&lt;i&gt;&quot;']) expect(page).toContain(words)
  expect((await fetch(digest, oneClick)).status).toBe(200)
  expect(await how()).toEqual(['<i><i>: none', 'easel: at-once', 'globe: none', 'wigwam: none'])
})

test('jobs that run doubled, at once, late or are killed in the middle: one mail for one listing', async () => {
  const mails: string[] = []
  market.ctx.mail = { send: ({ to, subject }) => Promise.resolve(void mails.push(`${to}: ${subject}`)) }
  const [soon, later] = [await market.signIn(), await market.signIn()]
  for (const words of ['sledge', 'blue']) await saveSearch(soon, { search: words })
  for (const words of ['sledge', 'red']) await saveSearch(later, { search: words }, { how: 'daily' })
  const id = await post({ title: 'Blue sledge' })
  const match = () => matchSearches(market.ctx, { listingId: id })
  await killWhileTelling(market, { memberId: soon.user.id, key: `search:${id}` }, match)
  expect(await market.ctx.db('search_match').where({ listing_id: id })).toEqual([])
  await again(id)
  await Promise.all([run(), match(), run()])
  await post({ title: 'Red sledge, the next day' })
  await run()
  market.clock.advance({ minutes: DAILY })
  await killWhileTelling(market, { memberId: later.user.id, key: `searches:${id}` }, async () => {
    await notifySearches(market.ctx)
    // A member who could not be told is left for the next round.
    if ((await market.ctx.db('search_match').whereNull('told_at')).length > 0) throw new Error('not told')
  })
  await Promise.all([summaries(), notifySearches(market.ctx)])
  for (let times = 0; times < 2; times += 1) {
    await mailsLeave(market)
    await Promise.all([match(), summaries()])
  }
  const found = 'New in your saved search'
  const mine = mails.filter((mail) => [soon, later].some(({ user }) => mail.startsWith(user.email)))
  expect(mine.sort()).toEqual(
    [
      `${soon.user.email}: ${found}`,
      `${soon.user.email}: ${found}`,
      `${later.user.email}: New items that match your searches`,
    ].sort(),
  )
})

test('whoever posts it learns how many look for it and how near, from those who let it be known, never who', async () => {
  const [near, far, quiet, resting, blocked] = await Promise.all(Array.from({ length: 5 }, () => market.signIn()))
  const at = (north: number) => ({ search: 'rocking', near: `${north},-122.68` })
  await saveSearch(resting!, at(45.52), { shown: true })
  market.clock.advance({ days: 61 })
  const seller = await market.signIn()
  const back = async (member: TestClient) => market.signIn({ email: member.user.email })
  await saveSearch(await back(near!), { ...at(45.535), within: 5 }, { shown: true, how: 'none' })
  await saveSearch(await back(near!), { search: 'horse' }, { shown: true })
  await saveSearch(await back(far!), at(45.8), { shown: true, how: 'weekly' })
  await saveSearch(await back(quiet!), at(45.52))
  await saveSearch(await back(blocked!), at(45.52), { shown: true })
  await saveSearch(seller, at(45.52), { shown: true })
  await seller.post(`/api/members/${blocked!.user.id}/block`)
  const id = await post({ title: 'Rocking horse' }, seller)
  const wanted = async (client = seller) => (await client.get<Seekers>(`/api/items/${id}/wanted`)).body
  expect(await wanted()).toEqual({ count: 2, nearestKm: 5 })
  await (await back(near!)).delete('/api/users/me')
  expect(await wanted()).toEqual({ count: 1, nearestKm: 50 })
  await seller.patch(`/api/items/${id}`, { title: 'Rocking chair for two' })
  expect(await wanted()).toEqual({ count: 1, nearestKm: 50 })
  await seller.patch(`/api/items/${id}`, { status: 'withdrawn' })
  expect(await wanted()).toEqual({ count: 0, nearestKm: null })
})

test('nobody is found by moving a listing about', async () => {
  const member = await market.signIn()
  await saveSearch(member, { search: 'unicycle', near: '45.52,-122.68', within: 10 }, { shown: true })
  const seller = await market.signIn()
  const id = await post({ title: 'A unicycle' }, seller)
  const answers = []
  for (let step = 0; step < 12; step += 1) {
    const moved = await seller.patch(`/api/items/${id}`, { latitude: 45.52 + step / 50, longitude: -122.68 })
    expect(moved.status).toBe(200)
    answers.push(await seller.get<Seekers>(`/api/items/${id}/wanted`))
  }
  const told = answers.filter(({ status }) => status === 200).map(({ body }) => body.nearestKm)
  expect(told).toEqual([2, 5, 10, 10, 10])
  expect(answers.slice(told.length).map(({ status }) => status)).toEqual(Array(12 - told.length).fill(429))
})

test("nobody is told of an own thing, a blocked neighbour's, or one that nobody may see any more", async () => {
  const [seller, blocker, blocked, fan] = [
    await market.signIn(),
    await market.signIn(),
    await market.signIn(),
    await market.signIn(),
  ]
  for (const one of [seller, blocker, blocked, fan]) await saveSearch(one, { search: 'kite' })
  await blocker.post(`/api/members/${seller.user.id}/block`)
  await seller.post(`/api/members/${blocked.user.id}/block`)
  await post({ title: 'Green kite' }, seller)
  await run()
  const withdrawn = await post({ title: 'Withdrawn kite' }, seller)
  await seller.patch(`/api/items/${withdrawn}`, { status: 'withdrawn' })
  const hidden = await post({ title: 'Hidden kite' }, seller)
  await market.ctx.db('listing').where({ id: hidden }).update({ hidden_at: market.ctx.clock.now(), hidden_reason: 'x' })
  const deleted = await post({ title: 'Deleted kite' }, seller)
  await seller.delete(`/api/items/${deleted}`)
  await run()
  const counts = await Promise.all([seller, blocker, blocked, fan].map(async (one) => (await told(one)).length))
  expect(counts).toEqual([0, 0, 0, 1])
})

test('daily: a day after the first find one notice tells of all that is still to be had', async () => {
  const email = 'daily@example.com'
  const member = await market.signIn({ email })
  await saveSearch(member, { search: 'drum' }, { how: 'daily' })
  const seller = await market.signIn()
  const first = await post({ title: 'Small drum' }, seller)
  const gone = await post({ title: 'Sold drum' }, seller)
  await run()
  await summaries()
  expect(await told(member)).toEqual([])
  await seller.patch(`/api/items/${gone}/claim`, {})
  market.clock.advance({ minutes: DAILY })
  const later = await post({ title: 'Large drum' })
  await run()
  await Promise.all([summaries(), summaries()])
  await again(first)
  await again(later)
  await run()
  await summaries()
  expect(await told(await market.signIn({ email }))).toEqual([['New: "Small drum", "Large drum".', '/?search=drum']])
})

test('a search that rests tells nothing; looking at it wakes it; a removed one is silent', async () => {
  const email = 'resting@example.com'
  await saveSearch(await market.signIn({ email }), { search: 'tricycle' })
  market.clock.advance({ days: 61 })
  await post({ title: 'Tricycle one' })
  await run()
  const member = await market.signIn({ email })
  const [search] = (await member.get<{ id: string }[]>('/api/searches')).body
  await member.patch('/api/searches/read', {})
  await post({ title: 'Tricycle two' })
  await run()
  await member.patch(`/api/searches/${search?.id}`, { how: 'daily' })
  await post({ title: 'Tricycle three' })
  await run()
  await member.delete(`/api/searches/${search?.id}`)
  market.clock.advance({ days: 2 })
  await summaries()
  const bodies = (await told(await market.signIn({ email }))).map(([body]) => body)
  expect(bodies).toEqual(['"Tricycle two".'])
})

const WORDS = [
  'coat',
  'Oat',
  'Bär',
  'baer',
  'bar',
  'straße',
  'STRASSE',
  'a%b',
  '%',
  '_',
  '\\',
  'é',
  '\u00a8',
  '長',
  'x\u0308',
]
const some = (most: number) => fc.array(fc.constantFrom(...WORDS), { maxLength: most }).map((words) => words.join(' '))
const query = fc.record(
  {
    search: some(3),
    city: fc.constantFrom('', 'port', 'Zürich', 'zuerich'),
    category: fc.constantFrom('all', 'toys', 'baby-clothes'),
    size: fc.constantFrom('newborn', '2T-3T'),
    condition: fc.constantFrom('good', 'fair'),
    maxPrice: fc.constantFrom('0', '2.5', '3'),
    delivery: fc.constant('courier'),
    within: fc.integer({ min: 1, max: 50 }),
  } as const,
  { requiredKeys: [] },
)
const listing = fc.record({
  title: fc.tuple(fc.constantFrom('Coat', 'Bär', 'Boat'), some(4)).map(([first, rest]) => `${first}, ${rest} x`),
  city: fc.constantFrom('Portland', 'Zürich'),
  category: fc.constantFrom('toys', 'baby-clothes'),
  ageSize: fc.constantFrom(null, 'newborn', '2T-3T'),
  condition: fc.constantFrom('good', 'fair'),
  tokenPrice: fc.constantFrom('0', '2.5', '3'),
  deliveryOption: fc.constantFrom('pickup', 'both'),
  latitude: fc.constantFrom(45.98, 46.01, 46.36),
  longitude: fc.constantFrom(-122.99, -123.01),
} as const)

test('a listing finds the searches that find it', async () => {
  const [member, ...others] = await Promise.all(Array.from({ length: 12 }, () => market.signIn()))
  const { listing: posted } = await buildListing(market)
  const { db, clock } = market.ctx
  await fc.assert(
    fc.asyncProperty(
      fc.array(query, { minLength: 11, maxLength: 11 }),
      fc.array(listing, { minLength: 3, maxLength: 3 }),
      async (queries, listings) => {
        await db('search_match').delete()
        await db('saved_search').delete()
        const searches = queries.map((one) =>
          'within' in one ? { ...one, near: '45.98,-122.99' } : one,
        ) as SearchQuery[]
        for (const [index, one] of searches.entries()) await saveSearch(others[index]!, one)
        for (const { latitude, longitude, ageSize, category, deliveryOption, tokenPrice, ...fields } of listings) {
          await db('listing')
            .where({ id: posted.id })
            .update({
              ...fields,
              latitude,
              longitude,
              category,
              age_size: category === 'baby-clothes' ? ageSize : null,
              delivery_option: deliveryOption,
              token_price: BigInt(Number(tokenPrice) * 100),
            })
          const backward = (await fittingSearches(db, posted.id, clock.now())).map(({ memberId }) => memberId)
          const forward: string[] = []
          for (const [index, one] of searches.entries()) {
            const given = new URLSearchParams(Object.entries(one).map(([name, value]) => [name, String(value)]))
            const { body } = await member!.get<ListingCard[]>(`/api/items?seller=${posted.userId}&${given.toString()}`)
            if (body.some(({ id }) => id === posted.id)) forward.push(others[index]!.user.id)
          }
          expect(backward.sort()).toEqual(forward.sort())
        }
      },
    ),
    { numRuns: 8, seed: 18 },
  )
})

test('whoever looks near a place has the tile of all that is near, at the date line and in the north too', async () => {
  const { rows } = await market.ctx.db.raw<{ rows: [{ near: number; lost: number }] }>(`
    with choice as (
      select n, abs(hashint4(n)) % 1000 / 1000.0 as a, abs(hashint4(n * 7 + 1)) % 1000 / 1000.0 as b,
        abs(hashint4(n * 7 + 2)) % 1000 / 1000.0 as c, abs(hashint4(n * 7 + 3)) % 1000 / 1000.0 as d, 1 + n % 50 as km
      from generate_series(1, 4000) n
    ), place as (
      select km, c, d, (array[0, 45.9, -33.1, 79.9, 80.1])[1 + n % 5] + a - 0.5 as north,
        (array[179.5, -180, -122.9])[1 + n % 3] + b / 2 as east
      from choice
    ), pair as (
      select km, north::float8, east::float8, (north + c - 0.5)::float8 as other_north,
        ((east + (d - 0.5) / cos(radians(north)) + 540)::numeric % 360 - 180)::float8 as other_east
      from place
    ), judged as (
      select ring_between(north, east, other_north, other_east) <= km as is_near,
        tiles_within(north, east, km) && array[-1, tile_of(other_north, other_east)] as has_tile
      from pair
    )
    select count(*) filter (where is_near)::int as near, count(*) filter (where is_near and not has_tile)::int as lost
    from judged`)
  expect(rows[0].near).toBeGreaterThan(500)
  expect(rows[0].lost).toBe(0)
})
