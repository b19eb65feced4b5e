import { afterEach, beforeAll, expect, test } from 'vitest'
import { auditFindings, findingsIn } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { handlers } from '../../../worker.ts'
import type { Draw } from './contract.ts'

const market = useMarket()
/** The listings of a draw that is open, of one that is closed, and of one that is drawn. */
const ids = { open: '', closed: '', drawn: '' }
let members: TestClient[]

const post = async () => (await buildListing(market, { fields: { draw: { hours: 6 } } })).listing.id
const enterAll = async (id: string) => {
  for (const member of members) expect((await member.put(`/api/items/${id}/draw/entry`)).status).toBe(200)
}
const minute = async (minutes: number) => {
  market.clock.advance({ minutes })
  await handlers(market.ctx)['purchasing.follow-draws']({})
}
const read = async (id: string) => (await market.visitor().get<Draw>(`/api/items/${id}/draw`)).body

beforeAll(async () => {
  members = await Promise.all(Array.from({ length: 4 }, () => market.signIn()))
  ids.drawn = await post()
  await enterAll(ids.drawn)
  market.clock.advance({ minutes: 1 })
  ids.closed = await post()
  await enterAll(ids.closed)
  await minute(359)
  ids.open = await post()
  await enterAll(ids.open)
  await minute(1)
  expect(await Promise.all(Object.values(ids).map(async (id) => (await read(id)).state))).toEqual(Object.keys(ids))
})
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const ANOTHER_SEED = `repeat('a', 64)`
const NEVER = {
  'the seed': `update draw set seed = ${ANOTHER_SEED}`,
  'the commitment': `update draw set commitment = encode(sha256(${ANOTHER_SEED}::bytea), 'hex')`,
  'both, as if it had begun so': `update draw set seed = ${ANOTHER_SEED}, commitment = encode(sha256(${ANOTHER_SEED}::bytea), 'hex')`,
  'when it closes': `update draw set closes_at = closes_at + interval '1 hour'`,
  'the draw itself': 'delete from draw',
  'all draws': 'truncate draw, draw_entry',
  'all entries': 'truncate draw_entry',
  'a ticket': 'update draw_entry set ticket = gen_random_uuid()',
  'whose ticket it is': `update draw_entry set member_id = (select seller_id from listing limit 1)`,
}
const ONCE_CLOSED = {
  'the digest of its tickets': `update draw set tickets_digest = ${ANOTHER_SEED}`,
  'a weight': 'update draw_entry set weight = weight + 1',
  'a weight that is gone': 'update draw_entry set weight = null',
  'an entry that is gone': 'delete from draw_entry',
  'an entry that is added': `insert into draw_entry (listing_id, member_id, entered_at, weight)
    select listing_id, (select seller_id from listing where id = listing_id), closes_at, 12 from draw`,
}
const ONCE_DRAWN = {
  'a place': 'update draw_entry set place = place + 100',
  'the places': 'update draw_entry set place = null',
}
const where = (statement: string, id: string) =>
  statement.startsWith('truncate') ? statement : `${statement} where listing_id = '${id}'`

test.each(
  Object.entries({
    open: NEVER,
    closed: { ...NEVER, ...ONCE_CLOSED },
    drawn: { ...NEVER, ...ONCE_CLOSED, ...ONCE_DRAWN },
  }).flatMap(([state, rewritings]) =>
    Object.entries(rewritings).map(([what, statement]) => [state as keyof typeof ids, what, statement] as const),
  ),
)('of a draw that is %s, %s is not rewritten', async (state, _what, statement) => {
  await expect(market.ctx.db.raw(where(statement, ids[state]))).rejects.toThrow(/ is refused/)
})

test.each(
  Object.entries({
    'the seed': NEVER['the seed'],
    'the commitment': NEVER['the commitment'],
    'the digest': ONCE_CLOSED['the digest of its tickets'],
    'a weight': ONCE_CLOSED['a weight'],
    'seed and commitment': NEVER['both, as if it had begun so'],
    'an entry that is gone': ONCE_CLOSED['an entry that is gone'],
    'an entry that is added': ONCE_CLOSED['an entry that is added'],
    'the places': ONCE_DRAWN['the places'],
    'the order': 'update draw_entry set place = 104 - place',
  }),
)('the audit names %s that somebody has rewritten all the same', async (_what, statement) => {
  const tampered = market.ctx.db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica')
    await trx.raw(where(statement, ids.drawn))
    expect((await findingsIn(trx)).map(({ check, ids: named }) => [check, ...named])).toEqual([['draws', ids.drawn]])
    throw new Error('undone')
  })
  await expect(tampered).rejects.toThrow('undone')
})

test('a draw goes with its listing, and who leaves the market takes their entry out of an open one alone', async () => {
  const [{ listing, seller }, leaving] = [await buildListing(market, { fields: { draw: { hours: 6 } } }), members[3]!]
  await enterAll(listing.id)
  const again = await market.signIn({ email: leaving.user.email })
  expect((await again.delete('/api/users/me')).status).toBe(204)
  expect([(await read(listing.id)).entries, (await read(ids.closed)).entries]).toEqual([3, 4])
  await minute(360)
  await minute(1)
  expect(await read(listing.id)).toMatchObject({ state: 'drawn', entries: 3 })
  expect((await seller.delete(`/api/items/${listing.id}`)).status).toBe(204)
  expect(await market.ctx.db('draw_entry').where({ listing_id: listing.id })).toEqual([])
})
