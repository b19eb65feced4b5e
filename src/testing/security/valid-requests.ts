import { randomUUID } from 'node:crypto'
import {
  buildListing,
  buildPhoto,
  listingBody,
  pushSubscription,
  saveSearch,
  uploadPhotos,
} from '../market/builders.ts'
import { payCard } from '../market/trades.ts'
import type { Cast, Scene } from './cast.ts'

/** The parts of a valid request. */
export interface Material {
  cast: Cast
  scene: Scene
}

interface ValidRequest {
  /** Path parameters other than `id` of the scene's listing and `threadId` of its conversation. */
  params?: Record<string, string>
  query?: string
  body?: unknown
}

/** A photo of the owner's that no listing has yet. */
const ownersPhoto = async ({ cast }: Material) =>
  uploadPhotos(cast.clients.owner, [await buildPhoto({ width: 32, height: 32 })])

/** The six built-in categories and this one, which nobody misses. */
async function spareCategory({ cast }: Material): Promise<string> {
  const category = `spare-${randomUUID()}`
  await cast.clients.admin.post('/api/admin/category-prices', { category })
  return category
}

/** Well-formed, of a key that nobody has. */
const passkey = () => ({
  body: { credential: { id: 'none', rawId: 'none', type: 'public-key', response: { clientDataJSON: '' } } },
})

const form = async () => {
  const data = new FormData()
  data.append('photos', new Blob([new Uint8Array(await buildPhoto({ width: 32, height: 32 }))]), 'photo.jpg')
  return data
}

const purchase = ({ scene }: Material, body: unknown = {}) => ({ params: { id: scene.purchaseId }, body })

/** The asker has reported the listing. */
async function report({ cast, scene }: Material) {
  const body = { subject: { kind: 'listing', id: scene.itemId }, reason: 'other' }
  scene.reportId ??= (await cast.asker.post<{ id: string }>('/api/reports', body)).body.id
  return { params: { id: scene.reportId }, body: { action: 'dismiss' } }
}

/** The buyer has reported a problem. */
async function dispute(material: Material) {
  const { cast, scene } = material
  await cast.clients.after.post(`/api/purchases/${scene.purchaseId}/problem`, {
    reason: 'broken',
    words: 'A wheel is missing',
  })
  return purchase(material, { decision: 'release', reason: 'The photos show it.' })
}

/** And an admin has decided for the seller. */
async function decided(material: Material) {
  const { body } = await dispute(material)
  await material.cast.clients.admin.post(`/api/admin/disputes/${material.scene.purchaseId}`, body)
}

/** An hour that begins in an hour. */
function soon({ cast }: Material) {
  const start = cast.market.clock.now().getTime() + 3_600_000
  return { start: new Date(start).toISOString(), end: new Date(start + 3_600_000).toISOString() }
}

/** The owner has offered a time. */
async function offered(material: Material) {
  const { cast, scene } = material
  const time = soon(material)
  const answer = await cast.clients.owner.post<{ offer?: { id: string } }>(`/api/purchases/${scene.purchaseId}/times`, {
    times: [time],
  })
  return { offerId: answer.body.offer?.id ?? randomUUID(), start: time.start }
}

/** The buyer has taken it. */
async function agreed(material: Material) {
  const { cast, scene } = material
  await cast.clients.after.post(`/api/purchases/${scene.purchaseId}/appointment`, await offered(material))
}

/** The owner has saved it. */
const search = async ({ cast }: Material) => ({
  params: { id: (await saveSearch(cast.clients.owner, { search: 'coat' })).id },
  body: { how: 'weekly' },
})

const bystander = ({ cast }: Material) => ({ params: { id: cast.bystander.user.id } })

/** The admin has just suspended somebody. @returns the number of that act */
async function suspended(material: Material): Promise<string> {
  const suspension = { until: null, reason: 'The same advertisement ten times' }
  const path = `/api/admin/members/${bystander(material).params.id}/suspension`
  const { headers } = await material.cast.clients.admin.send('PUT', path, suspension)
  return /actions\/(\d+)/.exec(headers.get('link') ?? '')?.[1] ?? ''
}

/** A request that the owner of things may make, for every endpoint that takes more than the scene's ids. */
const VALID_REQUESTS: Record<string, (material: Material) => ValidRequest | Promise<ValidRequest>> = {
  'POST /api/auth/code': () => ({ body: { email: `${randomUUID()}@example.com` } }),
  'POST /api/auth/session': () => ({ body: { email: 'nobody@example.com', code: '123456' } }),
  'POST /api/auth/demo': ({ cast }) => ({ body: { memberId: cast.clients.owner.user.id } }),
  'PATCH /api/users/me': () => ({ body: { firstName: 'Test', lastName: 'Test' } }),
  'PATCH /api/users/me/defaults': () => ({
    body: {
      defaultCity: 'Portland',
      defaultPickupAddress: '12 Alder Street',
      defaultContactName: 'Nora',
      defaultContactEmail: 'nora@example.com',
      defaultLatitude: 45.5,
      defaultLongitude: -122.6,
    },
  }),
  'PATCH /api/users/me/children-ages': () => ({ body: { childrenAges: ['newborn'] } }),
  'PATCH /api/users/me/children-born': () => ({ body: { childrenBorn: ['2024-05'] } }),
  'POST /api/searches': () => ({ body: { query: { search: 'coat', near: '45.52,-122.68', within: 5 }, how: 'daily' } }),
  'PATCH /api/searches/read': () => ({ body: {} }),
  'PATCH /api/searches/:id': search,
  'DELETE /api/searches/:id': search,
  'PATCH /api/notifications/preferences': () => ({ body: { kinds: { messages: { mail: 'daily' } } } }),
  'POST /api/notifications/push': () => ({ body: pushSubscription(randomUUID()) }),
  'POST /api/auth/passkey': passkey,
  'POST /api/users/me/passkeys': passkey,
  'DELETE /api/users/me/passkeys/:id': () => ({ params: { id: randomUUID() } }),
  'DELETE /api/users/me/sessions/:id': () => ({ params: { id: '0'.repeat(64) } }),
  'POST /api/members/:id/block': bystander,
  'DELETE /api/members/:id/block': bystander,
  'POST /api/items': async (material) => ({
    body: { ...listingBody(), tokenPrice: '1', photos: await ownersPhoto(material) },
  }),
  'POST /api/recalls/check': () => ({ body: { title: 'Wooden train set' } }),
  'PATCH /api/items/:id': () => ({ body: { title: 'Another title', tokenPrice: '0.01' } }),
  'POST /api/upload': async () => ({ body: await form() }),
  'POST /api/upload-batch': async () => ({ body: await form() }),
  'POST /api/upload/hidden': async (material) => ({
    query: `?areas=0.1,0.1,0.2,0.2&of=${(await ownersPhoto(material))[0]}`,
    body: await form(),
  }),
  'POST /api/users/me/picture': async () => ({ body: await form() }),
  'POST /api/ai/analyze-photos': async (material) => ({ body: { photoUrls: await ownersPhoto(material) } }),
  'GET /api/ai/photo-warnings': async (material) => ({
    query: `?photoUrl=${(await ownersPhoto(material))[0]}`,
  }),
  'GET /api/ai/batches/:id/events': () => ({ params: { id: randomUUID() } }),
  'POST /api/ai/batches/:id/cancel': () => ({ params: { id: randomUUID() } }),
  'POST /api/ai/analyze-batch': async (material) => ({
    body: { items: [{ photoUrls: await ownersPhoto(material) }] },
  }),
  'POST /api/items/:id/purchase/intent': () => ({ body: { deliveryMethod: 'message' } }),
  'POST /api/items/:id/purchase': async ({ cast, scene }) => {
    if (scene.paymentId !== '') await payCard(cast.clients.before, scene.clientSecret)
    return { body: { paymentIntentId: scene.paymentId || 'pi_unknown' } }
  },
  'POST /api/purchases/intent': ({ scene }) => ({ body: { itemIds: [scene.itemId], expectedTotal: '0.01' } }),
  'POST /api/purchases/:id/add': async (material) => {
    const { listing } = await buildListing(material.cast.market, {
      seller: material.cast.clients.owner,
      fields: { tokenPrice: '0.01' },
    })
    return purchase(material, { itemIds: [listing.id], expectedTotal: '0.01' })
  },
  'POST /api/purchases/:id/finish': async (material) => {
    const { cast, scene } = material
    if (scene.paymentId !== '') await payCard(cast.clients.before, scene.clientSecret)
    return purchase(material, { paymentIntentId: scene.paymentId || 'pi_unknown' })
  },
  'POST /api/purchases/:id/confirm': (material) => purchase(material),
  'POST /api/purchases/:id/give-up': (material) => purchase(material),
  'POST /api/purchases/:id/cancel': (material) => purchase(material, { relist: true }),
  'GET /api/purchases/:id/more': (material) => purchase(material),
  'GET /api/purchases/:id/trade': (material) => purchase(material),
  'POST /api/purchases/:id/times': (material) => purchase(material, { times: [soon(material)] }),
  'POST /api/purchases/:id/appointment': async (material) => purchase(material, await offered(material)),
  'POST /api/purchases/:id/appointment/call-off': async (material) => {
    await offered(material)
    return purchase(material, { reason: 'The car is broken' })
  },
  'POST /api/purchases/:id/appointment/arrival': async (material) => {
    await agreed(material)
    return purchase(material, { say: 'on_the_way' })
  },
  'GET /api/purchases/:id/appointment.ics': async (material) => {
    await agreed(material)
    return purchase(material)
  },
  'POST /api/purchases/:id/appointment/absent': (material) => purchase(material),
  'POST /api/purchases/:id/appointment/absent/answer': (material) => purchase(material),
  'GET /api/purchases/:id/code': (material) => purchase(material),
  'POST /api/purchases/:id/handover': async (material) => {
    const { body } = await material.cast.clients.owner.get<{ digits?: string }>(
      `/api/purchases/${material.scene.purchaseId}/code`,
    )
    return purchase(material, { code: body.digits ?? '000000' })
  },
  'POST /api/purchases/:id/thanks': (material) => purchase(material, { chips: ['friendly'] }),
  'POST /api/purchases/:id/problem': (material) =>
    purchase(material, { reason: 'broken', words: 'One of the wheels is broken.' }),
  'POST /api/purchases/:id/problem/photos': async (material) => {
    await dispute(material)
    return purchase(material, await form())
  },
  'POST /api/purchases/:id/problem/answer': async (material) => {
    await dispute(material)
    return purchase(material, { words: 'It was fine here.' })
  },
  'POST /api/purchases/:id/problem/accept': async (material) => {
    await decided(material)
    return purchase(material)
  },
  'POST /api/purchases/:id/problem/appeal': async (material) => {
    await decided(material)
    return purchase(material, { words: 'The photos are of another one.' })
  },
  'GET /api/calendar/:secret': async ({ cast }) => {
    const { body } = await cast.asker.post<{ url: string }>('/api/users/me/calendar')
    return { params: { secret: body.url.split('/').at(-1) ?? '' } }
  },
  'GET /api/neighbours/:id': bystander,
  'GET /api/places': () => ({ query: '?q=Portland' }),
  'GET /api/admin/market/preview': () => ({ query: '?target=35' }),
  'GET /api/baskets/preview': ({ scene }) => ({ query: `?ids=${scene.itemId}` }),
  'POST /api/baskets/merge': ({ scene }) => ({ body: { itemIds: [scene.itemId] } }),
  'POST /api/delivery/quote': ({ scene }) => ({ body: { itemId: scene.itemId, dropoffAddress: '9 Birch Street' } }),
  'POST /api/sandbox/payments/confirm': ({ scene }) => ({
    body: { clientSecret: scene.clientSecret, cardNumber: '4242424242424242' },
  }),
  'POST /api/stripe/webhook': () => ({ body: { id: 'evt_1', type: 'payment_intent.succeeded' } }),
  'POST /api/items/:id/messages': () => ({ body: { body: 'Hello' } }),
  'POST /api/items/:id/messages (threadId)': ({ scene }) => ({ body: { body: 'Hello', threadId: scene.threadId } }),
  'POST /api/reports': ({ scene }) => ({
    body: { subject: { kind: 'listing', id: scene.itemId }, reason: 'other' },
  }),
  'POST /api/admin/reports/:id/decision': report,
  'PUT /api/admin/members/:id/suspension': (material) => ({
    ...bystander(material),
    body: { until: null, reason: 'The same advertisement ten times' },
  }),
  'GET /api/admin/members/:id': (material) => bystander(material),
  'POST /api/admin/members/:id/notes': (material) => ({ ...bystander(material), body: { words: 'Has called' } }),
  'POST /api/admin/members/:id/sign-out': (material) => ({
    ...bystander(material),
    body: { reason: 'Somebody else is in it' },
  }),
  'POST /api/admin/members/:id/demote': (material) => ({ ...bystander(material), body: { reason: 'They moved away' } }),
  'DELETE /api/admin/members/:id/suspension': (material) => bystander(material),
  'POST /api/decisions/:id/appeal': () => ({ params: { id: '1' }, body: { words: 'It was my sister' } }),
  'POST /api/admin/appeals/:id': () => ({
    params: { id: randomUUID() },
    body: { decision: 'undo', reason: 'It was somebody else' },
  }),
  'PUT /api/admin/canned-words': async ({ cast }) => {
    const { body } = await cast.clients.admin.get<{ version: number }>('/api/admin/canned-words')
    return { body: { version: body.version, words: ['It was recalled.'] } }
  },
  'PUT /api/admin/taken/:subject': () => ({ params: { subject: 'alarm:card_event:evt_1' } }),
  'DELETE /api/admin/taken/:subject': () => ({ params: { subject: 'alarm:card_event:evt_1' } }),
  'POST /api/admin/actions/:id/undo': async (material) => ({ params: { id: await suspended(material) } }),
  'POST /api/admin/actions/undo': async (material) => ({ body: { actionIds: [await suspended(material)] } }),
  'POST /api/admin/listings/:id/hide': () => ({ body: { reason: 'Not allowed here' } }),
  'POST /api/admin/listings/hide': ({ scene }) => ({ body: { ids: [scene.itemId], reason: 'Not allowed here' } }),
  'GET /api/admin/disputes/:id/messages': dispute,
  'POST /api/admin/disputes/:id': dispute,
  'POST /api/admin/alarms/clear': () => ({
    body: { kind: 'card_event', subject: 'evt_unknown', word: 'Looked into it' },
  }),
  'PATCH /api/admin/settings': () => ({ body: { processingFeePercentage: '2.9', transactionFeePercentage: '0.5' } }),
  'PATCH /api/admin/site': () => ({ body: { version: 0, setUp: true } }),
  'GET /api/site/:page': () => ({ params: { page: 'terms' } }),
  'POST /api/admin/category-prices': () => ({
    body: { category: `new-${randomUUID()}`, tokenPrice: 3, retailPrice: '25' },
  }),
  'PATCH /api/admin/category-prices/:category': () => ({
    params: { category: 'furniture' },
    body: { tokenPrice: 3, retailPrice: '25' },
  }),
  'DELETE /api/admin/category-prices/:category': async (material) => ({
    params: { category: await spareCategory(material) },
  }),
}

/** The valid request of a route, as it goes out. */
export async function validRequest(route: string, material: Material) {
  const { params = {}, query = '', body } = (await VALID_REQUESTS[route]?.(material)) ?? {}
  const all: Record<string, string> = { id: material.scene.itemId, threadId: material.scene.threadId, ...params }
  const [method = '', template = ''] = route.split(' ')
  const path = template.replace(/:(\w+)/g, (_, name: string) => all[name] ?? '') + query
  const sent = method === 'POST' || method === 'PATCH' ? (body ?? {}) : method === 'PUT' ? body : undefined
  return { method, path, body: sent }
}
