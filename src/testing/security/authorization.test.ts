import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mountApi } from '../../app.ts'
import type { Endpoint } from '../../platform/endpoint.ts'
import { useMarket } from '../market/use-market.ts'
import { ask, faultOf } from './ask.ts'
import { buildCast, buildScene, ROLES, type Cast, type Role, type Scene, type State } from './cast.ts'
import { keepAnalysing } from './keep-analysing.ts'
import { validRequest } from './valid-requests.ts'

/**
 * The rows say who may what. The state is that of the listing which everybody but its buyers asks about; `before`
 * always asks about one that they have reserved, `after` about one that they have paid for. A star: the call changes
 * things, so who comes after it asks about another listing. A dash: the question does not arise.
 */
const TABLE = `
                                                             anonymous  member  other  owner  before  after  admin

GET    /api/auth/user                             available        401     200    200    200     200    200    200
POST   /api/auth/code                             available        202     202    202    202     202    202    202
POST   /api/auth/session                          available        400     400    400    400     400    400    400
POST   /api/auth/passkey/options                  available        200     200    200    200     200    200    200
POST   /api/auth/passkey                          available        400     400    400    400     400    400    400
POST   /api/auth/demo                             available        403     403    403    403     403    403    403
GET    /api/site                                  available        200     200    200    200     200    200    200
PATCH  /api/users/me                              available        401     200    200    200     200    200    200
PATCH  /api/users/me/defaults                     available        401     200    200    200     200    200    200
PATCH  /api/users/me/children-ages                available        401     200    200    200     200    200    200
PATCH  /api/users/me/children-born                available        401     200    200    200     200    200    200
GET    /api/users/me/sessions                     available        401     200    200    200     200    200    200
DELETE /api/users/me/sessions/:id                 available        401     404    404    404     404    404    404
DELETE /api/users/me/sessions                     available        401       -      -      -       -      -      -
GET    /api/users/me/passkeys                     available        401     200    200    200     200    200    200
POST   /api/users/me/passkeys/options             available        401     200    200    200     200    200    200
POST   /api/users/me/passkeys                     available        401     400    400    400     400    400    400
DELETE /api/users/me/passkeys/:id                 available        401     404    404    404     404    404    404
GET    /api/users/me/blocks                       available        401     200    200    200     200    200    200
POST   /api/members/:id/block                     available        401     204    204    204     204    204    204
DELETE /api/members/:id/block                     available        401     204    204    204     204    204    204
POST   /api/users/me/picture                      available        401     200    200    200     200    200    200
DELETE /api/users/me/picture                      available        401     204    204    204     204    204    204
GET    /api/users/me/export                       available        401     200    200    200     200    200    200
DELETE /api/users/me                              available        401       -    409    409     409    409    409

GET    /api/items                                 available        200     200    200    200     200    200    200
GET    /api/items.atom                            available        200     200    200    200     200    200    200
GET    /api/items/related                         available        200     200    200    200     200    200    200
GET    /api/places                                available        503     503    503    503     503    503    503
POST   /api/recalls/check                         available        401     200    200    200     200    200    200
GET    /api/items/user/me                         available        401     200    200    200     200    200    200
GET    /api/items/favourites                      available        401     200    200    200     200    200    200
GET    /api/items/outgrown                        available        401     200    200    200     200    200    200
PUT    /api/items/:id/favourite                   available        401     204    204    403     204    204    204
PUT    /api/items/:id/favourite                   withdrawn        401     404    404    403       -      -    404
GET    /api/items/:id/draw                        available        404     404    404    404     404    404    404
GET    /api/items/:id/order                       paid             401     200    200    200     200    200    200
PUT    /api/items/:id/draw/entry                  available        401     404    404    404     404    404    404
DELETE /api/items/:id/draw/entry                  available        401     404    404    404     404    404    404
DELETE /api/items/:id/favourite                   available        401     204    204    204     204    204    204
GET    /api/searches                              available        401     200    200    200     200    200    200
POST   /api/searches                              available        401     201    201    201     201    201    201
PATCH  /api/searches/read                         available        401     204    204    204     204    204    204
PATCH  /api/searches/:id                          available        401     404    404    200     404    404    404
DELETE /api/searches/:id                          available*       401     404    404    204     404    404    404
GET    /api/items/:id/wanted                      available        401     403    403    200     403    403    403
GET    /api/items/:id/wanted                      withdrawn        401     404    404    200       -      -    404
GET    /api/items/:id                             available        200     200    200    200     200    200    200
GET    /api/items/:id                             withdrawn        404     404    404    200       -      -    404
POST   /api/items                                 available        401     403    403    201     403    403    403
GET    /api/items/user/me/figures                 available        401     200    200    200     200    200    200
PATCH  /api/items/:id                             available*       401     403    403    200     403    403    403
PATCH  /api/items/:id                             reserved         401     403    403    409     403    403    403
PATCH  /api/items/:id                             paid             401     403    403    409     403    403    403
PATCH  /api/items/:id                             withdrawn        401     404    404    200       -      -    404
DELETE /api/items/:id                             available*       401     403    403    204     403    403    403
DELETE /api/items/:id                             reserved         401     403    403    409     403    403    403
DELETE /api/items/:id                             paid             401     403    403    409     403    403    403
PATCH  /api/items/:id/claim                       available*       401     403    403    200     403    403    403
PATCH  /api/items/:id/claim                       reserved         401     403    403    409     403    403    403
PATCH  /api/items/:id/claim                       paid             401     403    403    409     403    403    403
POST   /api/upload                                available        401     200    200    200     200    200    200
POST   /api/upload-batch                          available        401     200    200    200     200    200    200
POST   /api/upload/hidden                         available        401     403    403    200     403    403    403
POST   /api/ai/analyze-photos                     available        401     403    403    200     403    403    403
POST   /api/ai/analyze-batch                      available        401     200    200    200     200    200    200
GET    /api/ai/photo-warnings                     available        401     403    403    200     403    403    403
GET    /api/ai/batches/:id/events                 available        401     200    200    200     200    200    200
POST   /api/ai/batches/:id/cancel                 available        401     200    200    200     200    200    200
GET    /api/impact/stats                          available        200     200    200    200     200    200    200

POST   /api/items/:id/purchase/intent             available*       401     201    201    403     201    409    201
POST   /api/items/:id/purchase/intent             reserved         401     409    409    403       -      -    409
POST   /api/items/:id/purchase/intent             paid             401     409    409    403       -      -    409
POST   /api/items/:id/purchase/intent             withdrawn        401     404    404    403       -      -    404
POST   /api/items/:id/purchase                    reserved*        401     402    402    402     200    200    402
POST   /api/items/:id/confirm-delivery            paid*            401     403    403    403     409    200    403
GET    /api/items/:id/pickup-details              paid             401     403    403    200     403    200    403
POST   /api/purchases/intent                      available*       401     201    201    403     201    409    201
POST   /api/purchases/intent                      reserved         401     409    409    403       -      -    409
GET    /api/purchases/:id/more                    paid             401     404    404    404     200    200    404
POST   /api/purchases/:id/add                     paid*            401     404    404    404     409    201    404
POST   /api/purchases/:id/finish                  reserved*        401     402    402    402     200    200    402
POST   /api/purchases/:id/confirm                 paid*            401     404    404    404     409    200    404
POST   /api/purchases/:id/give-up                 reserved*        401     404    404    404     204    409    404
POST   /api/purchases/:id/cancel                  paid*            401     404    404    200     404    404    404
POST   /api/purchases/:id/cancel                  reserved         401     404    404    409     404    404    404
GET    /api/purchases/:id/trade                   paid             401     404    404    200     200    200    404
GET    /api/items/:id/trade                       paid             401     404    404    200     200    200    404
POST   /api/purchases/:id/times                   paid*            401     404    404    200     409    200    404
POST   /api/purchases/:id/appointment             paid*            401     404    404    409     409    200    404
POST   /api/purchases/:id/appointment/call-off    paid*            401     404    404    200     409    200    404
POST   /api/purchases/:id/appointment/arrival     paid*            401     404    404    200     409    200    404
GET    /api/purchases/:id/appointment.ics         paid*            401     404    404    200     404    200    404
POST   /api/purchases/:id/appointment/absent      paid*            401     404    404    409     409    409    404
POST   /api/purchases/:id/appointment/absent/answer paid*          401     404    404    409     409    409    404
GET    /api/purchases/:id/code                    paid*            401     404    404    200     404    404    404
POST   /api/purchases/:id/handover                paid*            401     403    403    403     403    200    403
POST   /api/purchases/:id/thanks                  paid*            401     404    404    409     409    409    404
POST   /api/purchases/:id/problem                 paid*            401     404    404    404     409    200    404
POST   /api/purchases/:id/problem/photos          paid*            401     404    404    200     409    200    404
POST   /api/purchases/:id/problem/answer          paid*            401     404    404    200     404    404    404
POST   /api/purchases/:id/problem/accept          paid*            401     404    404    409     409    200    404
POST   /api/purchases/:id/problem/appeal          paid*            401     404    404    409     409    200    404
GET    /api/users/me/calendar                     available        401     200    200    200     200    200    200
POST   /api/users/me/calendar                     available        401     200    200    200     200    200    200
DELETE /api/users/me/calendar                     available        401     204    204    204     204    204    204
GET    /api/calendar/:secret                      available        200     200    200    200     200    200    200
GET    /api/neighbours/:id                        available        200     200    200    200     200    200    200
GET    /api/sales                                 available        401     200    200    200     200    200    200
GET    /api/trades/open                           available        401     200    200    200     200    200    200
GET    /api/purchases                             available        401     200    200    200     200    200    200
GET    /api/baskets                               available        401     200    200    200     200    200    200
GET    /api/baskets/preview                       available        200     200    200    200     200    200    200
GET    /api/baskets/example                       available        200     200    200    200     200    200    200
PUT    /api/baskets/items/:id                     available        401     200    200    403     200    409    200
PUT    /api/baskets/items/:id                     withdrawn        401     404    404    403       -      -    404
DELETE /api/baskets/items/:id                     available        401     200    200    200     200    200    200
POST   /api/baskets/merge                         available        401     200    200    200     200    200    200
POST   /api/delivery/quote                        available        401     503    503    503     503    503    503
POST   /api/sandbox/payments/confirm              reserved*        401     404    404    404     200    200    404
POST   /api/stripe/webhook                        available        400     400    400    400     400    400    400

GET    /api/tokens/transactions                   available        401     200    200    200     200    200    200
GET    /api/tokens/statement.csv                  available        401     200    200    200     200    200    200
GET    /api/tokens/statement.json                 available        401     404    404    404     404    404    404
GET    /api/digests                               available        200     200    200    200     200    200    200
GET    /api/tokens/progress                       available        401     200    200    200     200    200    200

POST   /api/items/:id/messages                    available*       401     201    201    403     201    201    201
POST   /api/items/:id/messages                    withdrawn        401     404    404    403       -      -    404
POST   /api/items/:id/messages (threadId)         available        401     404    404    201     201    201    404
GET    /api/messages/conversations                available        401     200    200    200     200    200    200
GET    /api/messages/conversations/:threadId      available        401     404    404    200     200    200    404
PATCH  /api/messages/conversations/:threadId/read available        401     404    404    204     204    204    404
GET    /api/messages/unread-count                 available        401     200    200    200     200    200    200
GET    /api/messages/stream                       available        401     200    200    200     200    200    200
GET    /api/notifications                         available        401     200    200    200     200    200    200
GET    /api/notifications/unread-count            available        401     200    200    200     200    200    200
PATCH  /api/notifications/read                    available        401     204    204    204     204    204    204
GET    /api/notifications/preferences             available        401     200    200    200     200    200    200
PATCH  /api/notifications/preferences             available        401     200    200    200     200    200    200
GET    /api/notifications/push                    available        401     200    200    200     200    200    200
POST   /api/notifications/push                    available        401     204    204    204     204    204    204
DELETE /api/notifications/push                    available        401     204    204    204     204    204    204

POST   /api/reports                               available*       401     201    201    409     201    201    201

GET    /api/admin/members                         available        401     403    403    403     403    403    200
GET    /api/admin/listings                        available        401     403    403    403     403    403    200
GET    /api/admin/exists                          available        200     200    200    200     200    200    200
POST   /api/admin/setup                           available        401     409    409    409     409    409    409
GET    /api/admin/settings                        available        200     200    200    200     200    200    200
PATCH  /api/admin/settings                        available        401     403    403    403     403    403    200
GET    /api/admin/site                            available        401     403    403    403     403    403    200
PATCH  /api/admin/site                            available        401     403    403    403     403    403    200
GET    /api/site/:page                            available        404     404    404    404     404    404    404
GET    /api/economy                               available        200     200    200    200     200    200    200
GET    /api/economy.csv                           available        200     200    200    200     200    200    200
GET    /api/admin/market                          available        401     403    403    403     403    403    200
GET    /api/admin/market.csv                      available        401     403    403    403     403    403    200
GET    /api/admin/market/preview                  available        401     403    403    403     403    403    200
GET    /api/admin/category-prices                 available        200     200    200    200     200    200    200
POST   /api/admin/category-prices                 available        401     403    403    403     403    403    201
PATCH  /api/admin/category-prices/:category       available        401     403    403    403     403    403    200
DELETE /api/admin/category-prices/:category       available        401     403    403    403     403    403    204
POST   /api/admin/seed-categories                 available        401     403    403    403     403    403    200
GET    /api/admin/overview                        available        401     403    403    403     403    403    200
GET    /api/admin/actions                         available        401     403    403    403     403    403    200
GET    /api/admin/actions.csv                     available        401     403    403    403     403    403    200
POST   /api/admin/actions/:id/undo                available        401     403    403    403     403    403    204
POST   /api/admin/actions/undo                    available        401     403    403    403     403    403    204
GET    /api/admin/canned-words                    available        401     403    403    403     403    403    200
PUT    /api/admin/canned-words                    available        401     403    403    403     403    403    200
GET    /api/admin/work                            available        401     403    403    403     403    403    200
PUT    /api/admin/taken/:subject                  available        401     403    403    403     403    403    200
DELETE /api/admin/taken/:subject                  available        401     403    403    403     403    403    204
POST   /api/admin/alarms/clear                    available        401     403    403    403     403    403    404
GET    /api/admin/rings                           available        401     403    403    403     403    403    200
GET    /api/admin/reports                         available        401     403    403    403     403    403    200
POST   /api/admin/reports/:id/decision            available*       401     403    403    403     403    403    200
POST   /api/admin/listings/:id/hide               available*       401     403    403    403     403    403    200
POST   /api/admin/listings/hide                   available*       401     403    403    403     403    403    200
POST   /api/admin/listings/:id/restore            available*       401     403    403    403     403    403    200
PUT    /api/admin/members/:id/suspension          available        401     403    403    403     403    403    200
DELETE /api/admin/members/:id/suspension          available        401     403    403    403     403    403    204
GET    /api/admin/members/:id                     available        401     403    403    403     403    403    200
POST   /api/admin/members/:id/notes               available        401     403    403    403     403    403    204
POST   /api/admin/members/:id/sign-out            available        401     403    403    403     403    403    204
POST   /api/admin/members/:id/demote              available        401     403    403    403     403    403    409
GET    /api/decisions                             available        401     200    200    200     200    200    200
POST   /api/decisions/:id/appeal                  available        401     404    404    404     404    404    404
GET    /api/admin/appeals                         available        401     403    403    403     403    403    200
POST   /api/admin/appeals/:id                     available        401     403    403    403     403    403    404
GET    /api/admin/disputes/:id/messages           paid*            401     403    403    403     403    403    200
POST   /api/admin/disputes/:id                    paid*            401     403    403    403     403    403    200

GET    /api/openapi.json                          available        200     200    200    200     200    200    200
`

interface Row {
  /** Method, path, and a word for another request to the same endpoint. */
  route: string
  state: State
  fresh: boolean
  expected: Partial<Record<Role, number>>
}

const LINE = /^(\w+) +(\S+(?: \(\w+\))?) +(available|reserved|paid|withdrawn)(\*?) +([\d -]+)$/

const ROWS = TABLE.split('\n').flatMap((line): Row[] => {
  const [, method = '', path = '', state, star, cells = ''] = LINE.exec(line) ?? []
  if (state === undefined) return []
  const statuses = cells.trim().split(/ +/)
  const expected = ROLES.flatMap((role, index) => (statuses[index] === '-' ? [] : [[role, Number(statuses[index])]]))
  const row = { route: `${method} ${path}`, state: state as State, fresh: star === '*' }
  return [{ ...row, expected: Object.fromEntries(expected) as Row['expected'] }]
})

const market = useMarket()
let cast: Cast
let endpoints: Endpoint[]
let stopAnalyses: () => Promise<void>
const shared = new Map<State, Promise<Scene>>()
/** For calls that change things; whoever succeeds takes it away, and a reservation that a request may have paid for. */
const untouched = new Map<State, Promise<Scene>>()
beforeAll(async () => {
  cast = await buildCast(market)
  endpoints = mountApi(market.ctx).endpoints
  stopAnalyses = keepAnalysing(market)
})
afterAll(async () => {
  await stopAnalyses()
})

const withoutWord = (route: string) => route.replace(/ \(.*/, '')

test('the table has every endpoint, and nothing else', () => {
  const served = endpoints.map(({ method, path }) => `${method} ${path}`)
  const listed = new Set(ROWS.map(({ route }) => withoutWord(route)))
  expect([...listed].sort()).toEqual(served.sort())
  expect(ROWS).toHaveLength(TABLE.split('\n').filter((line) => line.includes('/api/')).length)
})

describe('who may', () => {
  test.each(ROWS)('$route, $state', async ({ route, state, fresh, expected }) => {
    const answers: Partial<Record<Role, number>> = {}
    // Nobody begins so many conversations in an hour as there are rows.
    await market.ctx.db('rate_limit').delete()
    const scenes = fresh ? untouched : shared
    // One after the other: a member may have five reservations open.
    for (const role of Object.keys(expected) as Role[]) {
      const theirs = role === 'before' ? 'reserved' : role === 'after' ? 'paid' : state
      const status = await statusFor(role, route, await sceneOf(theirs, scenes))
      answers[role] = status
      // A refusal changes nothing: the next one asks about the same.
      if (fresh && status < 400) await leave(theirs, scenes)
    }
    if (fresh) await leave('reserved', scenes)
    expect(answers).toEqual(expected)
  })
})

test('of a batch only the own photos are analysed', async () => {
  const material = { cast, scene: await sceneOf('available', shared) }
  const { body } = await validRequest('POST /api/ai/analyze-batch', material)
  const { member, owner } = cast.clients
  const answer = await member.post<BatchAnswer>('/api/ai/analyze-batch', body)
  expect(answer.body).toMatchObject({ results: [], summary: { total: 1, successful: 0, failed: 1 } })
  const own = await owner.post<BatchAnswer>('/api/ai/analyze-batch', body)
  expect(own.body.summary).toEqual({ total: 1, successful: 1, failed: 0 })
})

interface BatchAnswer {
  results: unknown[]
  summary: { total: number; successful: number; failed: number }
}

async function statusFor(role: Role, route: string, scene: Scene): Promise<number> {
  const { method, path, body } = await validRequest(route, { cast, scene })
  const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
  const given = await ask(cast.clients[role], method, { path, ...(sent !== undefined && { body: sent }) })
  const endpoint = endpoints.find((candidate) => `${candidate.method} ${candidate.path}` === withoutWord(route))!
  expect(faultOf(endpoint, given), `${route} as ${role}: ${given.text}`).toBeUndefined()
  return given.status
}

function sceneOf(state: State, scenes: Map<State, Promise<Scene>>): Promise<Scene> {
  const scene = scenes.get(state) ?? buildScene(cast, state)
  scenes.set(state, scene)
  return scene
}

async function leave(state: State, scenes: Map<State, Promise<Scene>>): Promise<void> {
  const scene = await scenes.get(state)
  scenes.delete(state)
  if (scene && state === 'reserved') await cast.clients.before.post(`/api/purchases/${scene.purchaseId}/give-up`, {})
}
