import { expect, test } from 'vitest'
import { transact } from '../../platform/database.ts'
import type { TestClient } from '../../testing/market/client.ts'
import { useMarket } from '../../testing/market/use-market.ts'
import type { CategoryPrice } from '../catalog/contract.ts'
import type { User } from '../identity/contract.ts'
import { promoteAdmin } from './index.ts'

const market = useMarket()
let admin: TestClient

/** The latest first. */
async function actions() {
  return market.ctx.db('admin_action').orderBy('id', 'desc').select('actor_id', 'action', 'subject', 'before', 'after')
}

test('of fifty who ask at once exactly one becomes admin, and setup never reopens', async () => {
  expect((await market.visitor().get('/api/admin/exists')).body).toEqual({ exists: false })
  expect((await market.visitor().post('/api/admin/setup')).status).toBe(401)

  const members: TestClient[] = []
  // Sign-ins from one place are throttled, so not all at the same moment.
  while (members.length < 50) members.push(...(await Promise.all(Array.from({ length: 10 }, () => market.signIn()))))
  const answers = await Promise.all(members.map((member) => member.post('/api/admin/setup')))
  const winners = members.filter((_, index) => answers[index]?.status === 200)
  expect(winners).toHaveLength(1)
  expect(answers.filter(({ status, body }) => status === 409 && body.code === 'ADMIN_EXISTS')).toHaveLength(49)
  admin = winners[0]!
  expect((await admin.get<User>('/api/auth/user')).body.isAdmin).toBe(true)
  expect((await market.visitor().get('/api/admin/exists')).body).toEqual({ exists: true })
  expect(await actions()).toMatchObject([{ actor_id: admin.user.id, action: 'admin.setup' }])

  await market.ctx.db('member').update({ is_admin: false })
  expect((await members[0]!.post('/api/admin/setup')).status).toBe(409)
  expect((await market.visitor().get('/api/admin/exists')).body).toEqual({ exists: true })
  await market.ctx.db('member').where({ id: admin.user.id }).update({ is_admin: true })
})

test('members and visitors change nothing', async () => {
  const member = await market.signIn()
  const writes: ['post' | 'patch' | 'delete', string, object][] = [
    ['patch', '/api/admin/settings', { transactionFeePercentage: '1' }],
    ['post', '/api/admin/category-prices', { category: 'books' }],
    ['patch', '/api/admin/category-prices/toys', { tokenPrice: 1 }],
    ['delete', '/api/admin/category-prices/toys', {}],
    ['post', '/api/admin/seed-categories', {}],
  ]
  for (const [method, path, body] of writes) {
    expect((await market.visitor()[method](path, body)).status, path).toBe(401)
    expect((await member[method](path, body)).status, path).toBe(403)
  }
  expect(await actions()).toHaveLength(1)
})

test('fees: read by everybody, set one at a time, checked, and recorded', async () => {
  const visitor = market.visitor()
  expect((await visitor.get('/api/admin/settings')).body).toMatchObject({
    processingFeePercentage: '2.90',
    transactionFeePercentage: '0.50',
  })
  for (const bad of ['', '-1', '100.01', '1.234', 'half', '1e1', 101, -0.5, null]) {
    const refused = await admin.patch('/api/admin/settings', { transactionFeePercentage: bad })
    expect(refused.status, String(bad)).toBe(400)
  }
  expect((await admin.patch('/api/admin/settings', { transactionFeePercentage: 'half' })).body).toMatchObject({
    details: [{ path: ['transactionFeePercentage'], message: 'Must be a valid percentage' }],
  })
  const set = await admin.patch('/api/admin/settings', { transactionFeePercentage: 1.25 })
  expect(set).toMatchObject({
    status: 200,
    body: { processingFeePercentage: '2.90', transactionFeePercentage: '1.25' },
  })
  expect((await visitor.get('/api/admin/settings')).body).toEqual(set.body)
  expect((await actions())[0]).toEqual({
    actor_id: admin.user.id,
    action: 'settings.update',
    subject: 'settings',
    before: { processingFeePercentage: '2.90', transactionFeePercentage: '0.50' },
    after: { processingFeePercentage: '2.90', transactionFeePercentage: '1.25' },
  })
})

test('categories: seeded where missing, priced, added, deleted; each write with before and after', async () => {
  const prices = async () => (await market.visitor().get<CategoryPrice[]>('/api/admin/category-prices')).body
  expect((await admin.post('/api/admin/seed-categories')).body).toEqual({ message: '6 categories added' })
  const changed = await admin.patch<CategoryPrice>('/api/admin/category-prices/toys', { tokenPrice: 7 })
  expect(changed).toMatchObject({ status: 200, body: { category: 'toys', tokenPrice: 7 } })
  const [change] = await actions()
  expect(change).toMatchObject({ action: 'category.update', subject: 'category:toys', after: { tokenPrice: 7 } })
  expect(change?.before).not.toMatchObject({ tokenPrice: 7 })
  await admin.post('/api/admin/seed-categories')
  expect((await prices()).find(({ category }) => category === 'toys')?.tokenPrice).toBe(7)

  const added = await admin.post('/api/admin/category-prices', { category: ' Garden Tools ' })
  expect(added).toMatchObject({
    status: 201,
    body: { category: 'garden-tools', tokenPrice: 3, retailPrice: '25.00' },
  })
  expect((await admin.post('/api/admin/category-prices', { category: 'garden-tools' })).status).toBe(409)
  for (const bad of [{ tokenPrice: 0 }, { tokenPrice: 101 }, { tokenPrice: 1.5 }, { retailPrice: '10000.01' }]) {
    const path = '/api/admin/category-prices/garden-tools'
    expect((await admin.patch(path, bad)).status, JSON.stringify(bad)).toBe(400)
  }
  expect((await admin.patch('/api/admin/category-prices/nothing', { tokenPrice: 3 })).status).toBe(404)
  expect((await admin.delete('/api/admin/category-prices/other')).status).toBe(409)
  expect((await admin.delete('/api/admin/category-prices/garden-tools')).status).toBe(204)
  expect((await actions())[0]).toMatchObject({
    action: 'category.delete',
    before: { tokenPrice: 3, retailPrice: '25.00' },
    after: null,
  })
  expect((await prices()).map(({ category }) => category)).not.toContain('garden-tools')
})

test('admin writes take turns, so the records form a chain', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => admin.patch('/api/admin/category-prices/toys', { tokenPrice: n + 10 })),
  )
  const chain = (await actions()).slice(0, 20)
  for (const [index, { before }] of chain.slice(0, -1).entries()) expect(before).toEqual(chain[index + 1]?.after)
})

test('an operator promotes a member once; it is recorded without an actor', async () => {
  const { db, clock } = market.ctx
  const member = await market.signIn()
  const promote = (email: string) => transact(db, (trx) => promoteAdmin(trx, { email, now: clock.now() }))
  expect(await promote(member.user.email)).toBe(true)
  expect((await member.get<User>('/api/auth/user')).body.isAdmin).toBe(true)
  expect((await actions())[0]).toMatchObject({ actor_id: null, action: 'admin.promote' })
  expect(await promote(member.user.email)).toBe(false)
  await expect(promote('nobody@example.com')).rejects.toMatchObject({ status: 404 })
})
