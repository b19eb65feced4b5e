import { cloneDatabase } from '../../src/testing/postgres/clone-database.ts'
import { startFreezingProxy } from '../../src/testing/doubles/freezing-proxy.ts'
import { startMarket } from '../../src/testing/market/start-market.ts'
import { expect, test } from './support/fixtures.ts'
import { emptyTemplate } from './support/run-market.ts'
import { expectGoodLooks, openPage, postItem, signUp } from './support/steps.ts'

test('while the database is away neighbours look around and are told so, and afterwards all goes on', async ({
  newPage,
}) => {
  const database = await cloneDatabase(emptyTemplate())
  const primary = await startFreezingProxy(Number(new URL(database.url).port))
  const market = await startMarket({ DATABASE_URL: primary.through(database.url), LOG_LEVEL: 'silent' })
  try {
    const visitor = await newPage({ baseURL: market.url })
    const seller = await newPage({ baseURL: market.url })
    await signUp(seller, market.url, 'Selma')
    const item = await postItem(seller, market.url, { title: 'A rocking horse' })
    await openPage(visitor, '/')
    const note = visitor.getByRole('status').filter({ hasText: 'You can look around; buying is back in a moment.' })
    await openPage(visitor, item)
    await expect(note).toHaveCount(0)
    await primary.cut()
    await visitor.goto('/')
    await expect(visitor.getByRole('link', { name: /A rocking horse/ }).first()).toBeVisible()
    await expect(note).toBeVisible()
    await expectGoodLooks(visitor)
    await visitor.goto(item)
    await expect(visitor.getByRole('heading', { level: 1, name: 'A rocking horse' })).toBeVisible()
    await expect(note).toBeVisible()
    await primary.mend()
    await expect(note).toHaveCount(0)
  } finally {
    await market.stop()
    await primary.stop()
    await database.drop()
  }
})
