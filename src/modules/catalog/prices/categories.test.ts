import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { BUILT_IN_CATEGORIES, type CategoryPrice } from '../contract.ts'
import { addCategory, removeCategory, seedCategories, setCategoryPrice } from '../index.ts'

let market: TestMarket
beforeAll(async () => (market = await testMarket()))
afterAll(() => market.stop())
beforeEach(() => market.ctx.db('category_price').delete())

const prices = async () => (await market.visitor().get<CategoryPrice[]>('/api/admin/category-prices')).body
const names = async () => (await prices()).map((price) => price.category)
const time = () => market.clock.now()
const seed = () => transact(market.ctx.db, (trx) => seedCategories(trx, time()))

test('seeding adds the six where they are missing, and never overwrites a price', async () => {
  expect(await seed()).toBe(6)
  expect(await names()).toEqual([...BUILT_IN_CATEGORIES])
  await transact(market.ctx.db, (trx) =>
    setCategoryPrice(trx, { category: 'toys', tokenPrice: 42, retailPrice: '99.5', now: time() }),
  )
  expect(await seed()).toBe(0)
  expect((await prices()).find((price) => price.category === 'toys')).toMatchObject({
    tokenPrice: 42,
    retailPrice: '99.50',
  })
})

test('many seeders at once leave six', async () => {
  const added = await Promise.all([1, 2, 3, 4].map(seed))
  expect(added.reduce((sum, count) => sum + count)).toBe(6)
})

test("an admin's category comes after the built-in ones, once, and can be removed and brought back", async () => {
  await seed()
  const bicycles = { category: 'bicycles', tokenPrice: 7, retailPrice: '120', now: time() }
  const add = () => transact(market.ctx.db, (trx) => addCategory(trx, bicycles))
  const remove = (category: string) => transact(market.ctx.db, (trx) => removeCategory(trx, { category, now: time() }))
  await add()
  expect((await names()).at(-1)).toBe('bicycles')
  await expect(add()).rejects.toMatchObject({ status: 409, code: 'CATEGORY_EXISTS' })
  await remove('bicycles')
  expect(await names()).toEqual([...BUILT_IN_CATEGORIES])
  await expect(remove('bicycles')).rejects.toMatchObject({ status: 404 })
  const change = { ...bicycles, tokenPrice: 2 }
  await expect(transact(market.ctx.db, (trx) => setCategoryPrice(trx, change))).rejects.toMatchObject({ status: 404 })
  expect(await add()).toMatchObject({ tokenPrice: 7, retailPrice: '120.00' })
  await expect(remove('other')).rejects.toMatchObject({ status: 409, code: 'CATEGORY_KEPT' })
})
