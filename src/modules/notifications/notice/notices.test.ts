import { expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { statementsOf } from '../../../testing/postgres/count-statements.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { readPages } from '../../../testing/read-pages.ts'
import type { Notice } from '../contract.ts'
import { notify, type NewNotice } from '../index.ts'

const market = useMarket()

const sold = (to: TestClient, key = 'sold'): NewNotice => ({
  memberId: to.user.id,
  kind: 'trades',
  key,
  told: 'message: new',
  facts: { name: 'Maya', things: { quoted: ['Blue bicycle'] } },
  path: '/purchases?tab=sold',
  button: 'See the sale',
  now: market.clock.now(),
})
const tell = (...notices: NewNotice[]) => transact(market.ctx.db, (trx) => notify(trx, ...notices))
const told = async (member: TestClient) => (await member.get<Notice[]>('/api/notifications')).body
const keysOf = async (member: TestClient) =>
  (await market.ctx.db('notice').where({ member_id: member.user.id }).orderBy('key')).map(({ key }) => key)
const unread = async (member: TestClient) =>
  (await member.get<{ count: number }>('/api/notifications/unread-count')).body.count

test('a notice is told once to each, and only if its transaction commits', async () => {
  const [one, two] = [await market.signIn(), await market.signIn()]
  await Promise.all(Array.from({ length: 5 }, () => tell(sold(one), sold(two), sold(one))))
  await tell(sold(one, 'another'))
  const undone = transact(market.ctx.db, async (trx) => {
    await notify(trx, sold(two, 'undone'))
    throw new Error('something else failed')
  })
  await expect(undone).rejects.toThrow('something else failed')
  expect(await keysOf(one)).toEqual(['another', 'sold'])
  expect(await told(two)).toEqual([
    {
      id: expect.any(String) as string,
      kind: 'trades',
      title: 'A neighbour wrote to you',
      body: 'Maya has sent you a message about "Blue bicycle".',
      picture: null,
      details: null,
      path: '/purchases?tab=sold',
      button: 'See the sale',
      readAt: null,
      createdAt: expect.any(String) as string,
    },
  ])
})

test('however many are told, it is one statement', async () => {
  const members = await Promise.all(Array.from({ length: 3 }, () => market.signIn()))
  const statements = await statementsOf(market, () => tell(...members.map((member) => sold(member))))
  // With BEGIN and COMMIT.
  expect(statements).toHaveLength(3)
  for (const member of members) expect(await unread(member)).toBe(1)
})

test('who is leaving is told nothing: the notice waits, and then there is nobody', async () => {
  const [leaving, staying] = [await market.signIn(), await market.signIn()]
  const trx = await market.ctx.db.transaction()
  await trx.raw('select from member where id = ? for update', [leaving.user.id])
  const notice = tell(sold(leaving), sold(staying))
  await trx('member').where({ id: leaving.user.id }).update({ deleted_at: market.clock.now() })
  await trx.commit()
  await notice
  expect([await keysOf(leaving), await keysOf(staying)]).toEqual([[], ['sold']])
})

test('notices come in pages, latest first; those that are named are read, or all, and only the own', async () => {
  const [member, other] = [await market.signIn(), await market.signIn()]
  for (const key of ['a', 'b', 'c', 'd', 'e']) await tell(sold(member, key))
  await tell(sold(other))
  const pages = await readPages<Notice[]>(member, '/api/notifications?limit=2')
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
  const all = await told(member)
  expect(pages.flat()).toEqual(all)
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  )

  const [latest, second] = all
  const others = (await told(other))[0]
  expect((await member.patch('/api/notifications/read', { ids: [second?.id, others?.id] })).status).toBe(204)
  expect([await unread(member), await unread(other)]).toEqual([4, 1])
  const [stillNew, nowRead] = await told(member)
  expect([stillNew, nowRead?.id]).toEqual([latest, second?.id])
  expect(nowRead?.readAt).not.toBeNull()
  expect((await member.patch('/api/notifications/read', {})).status).toBe(204)
  expect([await unread(member), await unread(other)]).toEqual([0, 1])
  expect((await told(member)).find(({ id }) => id === second?.id)?.readAt).toBe(nowRead?.readAt)
  expect((await member.patch('/api/notifications/read', { ids: ['x'] })).status).toBe(400)
})

test('what names somebody goes when they leave, for they are a former neighbour then', async () => {
  const [member, leaving] = [await market.signIn(), await market.signIn({ firstName: 'Zoe' })]
  await tell({ ...sold(member), namesId: leaving.user.id }, sold(member, 'other'))
  expect((await leaving.delete('/api/users/me')).status).toBe(204)
  expect(await keysOf(member)).toEqual(['other'])
})
