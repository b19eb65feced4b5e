import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { Market } from '../../src/modules/economy/contract.ts'
import type { StatementFile } from '../../src/modules/wallet/statement-file.ts'
import { test } from './support/demo.ts'
import { expectGoodLooks, toast } from './support/steps.ts'

test('everybody sees the market in figures, as plots with a table behind each', async ({ visit }) => {
  const page = await visit('/economy')
  await expect(page.getByRole('heading', { level: 1, name: 'The market in figures' })).toBeVisible()
  const plots = page.getByRole('figure')
  await expect(plots).toHaveCount(6)
  await expect(page.getByText('Combos and streaks pay in full this month.')).toBeVisible()
  const supply = plots.filter({ has: page.getByRole('heading', { name: 'Tokens in all' }) })
  await expect(supply.getByRole('img')).toBeVisible()
  await expect(supply.getByRole('table')).toBeHidden()
  await supply.getByText('As a table').click()
  await expect(supply.getByRole('row')).not.toHaveCount(1)
  await expectGoodLooks(page)
  expect((await page.request.get('/api/economy.csv')).headers()['content-type']).toContain('text/csv')
})

test('the page is painted with its plots, before any script runs', async ({ request }) => {
  const painted = await (await request.get('/economy')).text()
  expect(painted.match(/<figure/g)).toHaveLength(6)
  expect(painted).toMatch(/<path d="M\d/)
})

test('where the reading goes from right to left, a plot does too, like the months below it', async ({ visit }) => {
  const page = await visit('/economy')
  const plot = page.getByRole('figure').first().getByRole('img')
  const isNewestRight = () =>
    plot.evaluate((svg) => {
      const { left, width } = svg.getBoundingClientRect()
      const newest = [...svg.querySelectorAll('g:first-child > circle')].at(-1)
      return newest!.getBoundingClientRect().left > left + width / 2
    })
  expect(await isNewestRight()).toBe(true)
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  expect(await isNewestRight()).toBe(false)
})

test('an admin reads what the figures mean, and sets a supply target', async ({ visit }) => {
  const page = await visit('/admin/market', 'June')
  await expect(page.getByRole('heading', { name: 'Tokens per active member' })).toBeVisible()
  await expect(page.getByText('Off: every bonus is paid in full.')).toBeVisible()
  await page.getByLabel('Tokens for each active member').fill('0')
  await page.getByRole('button', { name: 'Save target' }).click()
  await expect(page.getByText('The supply target must be between 1 and 1000 tokens')).toBeVisible()
  await page.getByLabel('Tokens for each active member').fill('35')
  await page.getByRole('button', { name: 'Try it out' }).click()
  const tried = page.getByRole('figure').filter({ hasText: 'With 35 tokens for each active member' })
  await expect(tried.getByRole('img')).toBeVisible()
  await tried.getByText('As a table').click()
  await expect(tried.getByRole('row')).toHaveCount(25)
  await page.getByRole('button', { name: 'Save target' }).click()
  await expect(page.getByText('35 tokens for each active member.')).toBeVisible()
  await expectGoodLooks(page)
  await page.getByLabel('Let it move by itself').check()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await expect(page.getByRole('figure').filter({ hasText: 'From 35 tokens for each active member' })).toBeVisible()
  await page.getByRole('button', { name: 'Save target' }).click()
  await expect(page.getByText('Moving by itself, it', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Let it move by itself')).toBeChecked()
  await expectGoodLooks(page)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Off: every bonus is paid in full.')).toBeVisible()
})

test('an admin goes on to the next price while one is being saved, and stays there', async ({ visit }) => {
  const page = await visit('/admin/settings', 'June')
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/category-prices/toys', (route) => held.then(() => route.continue()))
  const tokensOf = (name: string) => page.getByRole('form', { name }).getByLabel('Tokens')
  const [toys, clothes] = [tokensOf('Toys'), tokensOf('Baby Clothes')]
  const before = await toys.inputValue()
  await toys.fill(String(Number(before) + 1))
  await toys.press('Enter')
  const save = page.getByRole('form', { name: 'Toys' }).getByRole('button', { name: 'Save' })
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await clothes.fill('77')
  release(undefined)
  await expect(toast(page)).toContainText('Updated!')
  // As long as the pointer is on it, it stays.
  await toast(page).hover()
  await expect(save).toHaveCount(0)
  await expect(clothes).toBeFocused()
  await expect(clothes).toHaveValue('77')
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toys).toHaveValue(before)
})

test('an admin sees where tokens come from and go, and a category by its name', async ({ visit }) => {
  const page = await visit('/admin', 'June')
  await page.route('**/api/admin/market', async (route) => {
    const answer = await route.fetch()
    const market = (await answer.json()) as Market
    const slow = { kind: 'never sells', listings: 5, sold: 0, price: 3, priceToTry: 2 } as const
    await route.fulfill({ response: answer, json: { ...market, prices: [{ category: 'baby-clothes', ...slow }] } })
  })
  await page.getByRole('link', { name: 'Market', exact: true }).click()
  for (const name of ['Tokens in all', 'Tokens per available listing', 'Days to a sale'])
    await expect(page.getByRole('figure').filter({ has: page.getByRole('heading', { name }) })).toBeVisible()
  const minted = page.getByRole('figure').filter({ hasText: 'Tokens that came and went' })
  await minted.getByText('As a table').click()
  for (const name of ['Bonuses', 'Fees', 'Welcome', 'First listing', 'Monthly combo'])
    await expect(minted.getByRole('columnheader', { name, exact: true })).toBeVisible()
  await expect(page.getByText('Baby Clothes: none of 5 sold in a month.', { exact: false })).toBeVisible()
  await expectGoodLooks(page)
})

test('a member checks the own statement in the browser, and one that was changed is found', async ({ visit }) => {
  const page = await visit('/tokens', 'Maya')
  await page.getByRole('link', { name: 'Check your statement' }).click()
  await page.getByRole('button', { name: 'Check mine' }).click()
  await expect(page.getByText('Each entry matches the digest')).toBeVisible()
  await expectGoodLooks(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Keep the file' }).click(),
  ])
  const kept = JSON.parse(await readFile(await download.path(), 'utf8')) as StatementFile
  kept.lines[0]!.facts = 'Something else'
  const file = { name: 'changed.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(kept)) }
  await page.getByLabel('Or a statement you saved earlier').setInputFiles(file)
  await expect(page.getByText("This statement doesn't check out")).toBeVisible()
  await expect(page.getByText("Entry 1 doesn't match the digest.")).toBeVisible()

  // An entry without a place in the digest is no match: it is newer, or a fault.
  const unplaced = async (createdAt: string) => {
    const lines = kept.lines.map((line) => ({ ...line, place: null, proof: [], createdAt }))
    await page.getByLabel('Or a statement you saved earlier').setInputFiles({
      ...file,
      buffer: Buffer.from(JSON.stringify({ ...kept, lines })),
    })
  }
  await unplaced('2999-01-01T00:00:00.000000Z')
  await expect(page.getByText('Nothing is proved by this digest')).toBeVisible()
  await expect(page.getByText('Each entry matches the digest')).toHaveCount(0)
  await unplaced('2020-01-01T00:00:00.000000Z')
  await expect(page.getByText("This statement doesn't check out")).toBeVisible()
  await expect(page.getByText('Entry 1 is older than the digest, yet has no place in it.')).toBeVisible()

  await page.context().setOffline(true)
  await page.getByLabel('Or a statement you saved earlier').setInputFiles(await download.path())
  await expect(page.getByText('Each entry matches the digest')).toBeVisible()
  await expect(page.getByText("The market couldn't be reached")).toBeVisible()
})
