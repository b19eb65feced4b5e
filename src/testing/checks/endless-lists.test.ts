import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { mountApi } from '../../app.ts'
import { type Endpoint, endpoint } from '../../platform/endpoint.ts'
import { PageQuery } from '../../platform/page.ts'
import { useMarket } from '../market/use-market.ts'

/** Lists of things that come in no pages, and what keeps each of them short. */
const BOUNDED: Record<string, string> = {
  'GET /api/site demoMembers': 'the seeds',
  'GET /api/users/me/blocks': 'block.ts: 200',
  'GET /api/users/me/sessions': 'session.ts: the latest 100',
  'GET /api/users/me/passkeys': 'passkey.ts: 20',
  'GET /api/items [].photoInfo': 'the photos of one listing: 5',
  'GET /api/items/user/me [].photoInfo': 'the photos of one listing: 5',
  'GET /api/items/related [].photoInfo': 'the photos of one listing: 5',
  'GET /api/items/favourites': 'favourite.ts: 200',
  'GET /api/items/favourites [].photoInfo': 'the photos of one listing: 5',
  'GET /api/items/outgrown': 'outgrown.ts: 12',
  'GET /api/items/outgrown [].photoInfo': 'the photos of one listing: 5',
  'GET /api/items/:id/draw tickets': 'enter-draw.ts: 500',
  'GET /api/searches': 'saved-search.ts: 50',
  'GET /api/items/:id photoInfo': 'the photos of one listing: 5',
  'GET /api/admin/category-prices': 'what admins have added by hand',
  'GET /api/admin/members/:id cardMates': 'card-users.ts: 50',
  'GET /api/admin/members/:id decisions': 'act.ts: the latest 50',
  'GET /api/admin/members/:id devices': 'session.ts: the latest 100',
  'GET /api/admin/members/:id notes': 'read-member.ts: the latest 50',
  'GET /api/admin/members/:id reportsAbout': 'read-member.ts: the latest 20',
  'GET /api/admin/members/:id reportsBy': 'read-member.ts: the latest 20',
  'GET /api/admin/members/:id sources': 'one of each type',
  'GET /api/admin/members/:id trades': 'read-member.ts: the latest 10 of each side',
  'GET /api/decisions': 'act.ts: the latest 50',
  'GET /api/admin/overview alarms': 'one of each kind',
  'GET /api/purchases [].lines': 'an order has at most 10',
  'GET /api/sales [].lines': 'an order has at most 10',
  'GET /api/purchases [].trade.lines': 'an order has at most 10',
  'GET /api/purchases [].trade.offer.times': 'contract.ts: 5',
  'GET /api/purchases [].trade.problem.photos': 'problem-photos.ts: 3 of each side',
  'GET /api/trades/open today': 'handover/constants.ts: 200',
  'GET /api/trades/open today[].lines': 'an order has at most 10',
  'GET /api/trades/open today[].offer.times': 'contract.ts: 5',
  'GET /api/trades/open today[].problem.photos': 'problem-photos.ts: 3 of each side',
  'GET /api/sales [].trade.lines': 'an order has at most 10',
  'GET /api/sales [].trade.offer.times': 'contract.ts: 5',
  'GET /api/purchases/:id/more': 'open-order.ts: 3',
  'GET /api/purchases/:id/more [].photoInfo': 'the photos of one listing: 5',
  'GET /api/sales [].trade.problem.photos': 'problem-photos.ts: 3 of each side',
  'GET /api/purchases/:id/trade lines': 'an order has at most 10',
  'GET /api/purchases/:id/trade offer.times': 'contract.ts: 5',
  'GET /api/purchases/:id/trade problem.photos': 'problem-photos.ts: 3 of each side',
  'GET /api/items/:id/trade lines': 'an order has at most 10',
  'GET /api/items/:id/trade offer.times': 'contract.ts: 5',
  'GET /api/items/:id/trade problem.photos': 'problem-photos.ts: 3 of each side',
  'GET /api/neighbours/:id thanks': 'present-neighbour.ts: 30',
  'GET /api/neighbours/:id listings': 'present-neighbour.ts: 24',
  'GET /api/neighbours/:id listings[].photoInfo': 'the photos of one listing: 5',
  'GET /api/baskets baskets': 'change-basket.ts: 50 lines in all',
  'GET /api/baskets baskets[].lines': 'change-basket.ts: 10',
  'GET /api/baskets baskets[].lines[].photoInfo': 'the photos of one listing: 5',
  'GET /api/baskets baskets[].others': 'read-baskets.ts: 12',
  'GET /api/baskets baskets[].others[].photoInfo': 'the photos of one listing: 5',
  'GET /api/baskets gone': 'change-basket.ts: 50 lines in all',
  'GET /api/baskets/preview baskets': 'the query names 50 at most',
  'GET /api/baskets/preview baskets[].lines': 'the query names 50 at most',
  'GET /api/baskets/preview baskets[].lines[].photoInfo': 'the photos of one listing: 5',
  'GET /api/baskets/preview baskets[].others': 'read-baskets.ts: 12',
  'GET /api/baskets/preview baskets[].others[].photoInfo': 'the photos of one listing: 5',
  'GET /api/baskets/preview gone': 'the query names 50 at most',
  'GET /api/admin/reports [].voices': 'report.ts: the earliest 20',
  'GET /api/admin/reports [].subject.before': 'what came before a message: 5',
  'GET /api/economy months': 'the query asks for 120 at most',
  'GET /api/admin/market months': 'the query asks for 120 at most',
  'GET /api/admin/market/preview months': 'preview-target.ts: 24',
  'GET /api/admin/market missed': 'missed-search.ts: 50 of each of three months',
  'GET /api/admin/market prices': 'categories have a row each',
  'GET /api/admin/rings': 'rings.ts: 50',
  'GET /api/admin/rings [].members': 'rings.ts: 100',
  'GET /api/digests digests': 'read-digests.ts: 100, and the query names the night before which',
  'GET /api/tokens/progress bonuses': 'the rules of earning',
  'GET /api/tokens/statement.json lines': 'one file with all entries of one member, as the export is',
}

const market = useMarket()
let endpoints: Endpoint[]
beforeAll(() => {
  endpoints = mountApi(market.ctx).endpoints
})

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Where in an answer lists of objects stand: `[]` for what is in a list, and the names of fields. */
function listsIn(schema: Schema, at: string[] = []): string[][] {
  const inside = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => listsIn(field, [...at, name])),
    ...(schema.anyOf ?? []).flatMap((one) => listsIn(one, at)),
    ...(schema.items ? listsIn(schema.items, [...at, '[]']) : []),
  ]
  return schema.type === 'array' && schema.items?.type === 'object' ? [at, ...inside] : inside
}

/** The lists of an answer that nothing divides into pages: these divide the outermost one. */
function endless({ method, path, query, response }: Endpoint): string[] {
  if (!response) return []
  const lists = listsIn(z.toJSONSchema(response, { unrepresentable: 'any' }) as Schema)
  const paged = query instanceof z.ZodObject && 'cursor' in query.shape && 'limit' in query.shape
  return lists
    .filter((at) => !paged || at.includes('[]'))
    .map((at) => [`${method} ${path}`, at.join('.').replaceAll('.[]', '[]')].filter(Boolean).join(' '))
}

test('every list that is read comes in pages, or is short by a rule', () => {
  const found = endpoints.filter(({ method }) => method === 'GET').flatMap(endless)
  expect(found.toSorted()).toEqual(Object.keys(BOUNDED).toSorted())
})

test('a list without an end is found, also inside of an answer', () => {
  const Thing = z.object({ id: z.string() })
  const list = { method: 'GET', summary: '', access: 'public' } as const
  const plain = endpoint({ ...list, path: '/api/things', response: z.array(Thing) })
  const inside = endpoint({ ...list, path: '/api/box', response: z.object({ things: z.array(Thing).nullable() }) })
  const paged = endpoint({ ...list, path: '/api/things', query: PageQuery, response: z.array(Thing) })
  expect([plain, inside, paged].map((one) => endless(one as Endpoint))).toEqual([
    ['GET /api/things'],
    ['GET /api/box things'],
    [],
  ])
})
