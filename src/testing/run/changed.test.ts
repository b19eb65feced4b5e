import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testsOf } from './changed.ts'

const RULES = 'src/testing/checks'

test('a change in one module runs the tests of that module', () => {
  const files = ['src/modules/wallet/bonus/month.ts', 'docs/architecture.md']
  expect(testsOf(files)).toEqual({ vitest: [RULES, 'src/modules/wallet/'], screens: [] })
})

test('a change of a feature runs the screens that show it', () => {
  const { vitest, screens } = testsOf(['web/features/purchases/order.ts'])
  expect(vitest).toEqual([RULES, 'web/features/purchases/'])
  expect(screens).toEqual(['web/e2e/trades.spec.ts', 'web/e2e/orders.spec.ts'])
})

test('a change of a table or a function runs what looks at all of them', () => {
  const schema = ['src/platform/migrations.test.ts', 'src/platform/database/']
  expect(testsOf(['migrations/20991231235959_more.ts']).vitest).toEqual([RULES, ...schema])
  expect(testsOf(['src/modules/wallet/ledger/more.sql']).vitest).toEqual([RULES, ...schema, 'src/modules/wallet/'])
})

test('a test that was changed is run itself', () => {
  expect(testsOf(['src/platform/text/text.test.ts', 'web/e2e/home.spec.ts'])).toEqual({
    vitest: [RULES, 'src/platform/text/text.test.ts'],
    screens: ['web/e2e/home.spec.ts'],
  })
})

test('what all tests stand on runs all of them', () => {
  expect(testsOf(['src/testing/market/market.ts'])).toEqual({ vitest: undefined, screens: undefined })
})

test('each feature of the site has screens, which are there', () => {
  for (const feature of readdirSync('web/features')) {
    const { screens } = testsOf([`web/features/${feature}/any.ts`])
    expect(screens, feature).not.toEqual(['web/e2e/main-job.spec.ts'])
    expect(screens?.length, feature).toBeGreaterThan(0)
  }
})
