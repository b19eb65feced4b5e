import type { Page } from '@playwright/test'
import { expect, test as base } from './support/fixtures.ts'
import { expectGoodLooks, openPage, reloadPage, signUpOnScreen, toast } from './support/steps.ts'

/** A seller, and the paths of items with these titles which they have posted. */
type Shop = (seller: string, titles: string[]) => Promise<[seller: Page, ...items: string[]]>

const test = base.extend<{ openShop: Shop }>({
  openShop: async ({ newMember, postItem }, use) => {
    await use(async (name, titles) => {
      const seller = await newMember(name)
      const items: string[] = []
      for (const title of titles) items.push(await postItem(seller, { title }))
      return [seller, ...items]
    })
  },
})

const idOf = (item: string) => item.replace('/item/', '')
const pickup = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Your pickup/ })
const basketOf = (page: Page, seller: string) => page.getByRole('region', { name: new RegExp(`from ${seller}$`) })

async function add(page: Page, item: string): Promise<void> {
  await openPage(page, item)
  await page.getByRole('button', { name: 'Add to one pickup' }).click()
  await expect(page.getByRole('button', { name: 'In your pickup · Remove' })).toBeVisible()
}

test('a visitor gathers, hears what was sold, signs in, and buys it all in one pickup', async ({
  newPage,
  openShop,
  baseURL,
}) => {
  const [seller, scooter = '', kite = '', drum = ''] = await openShop('Maya', ['Red scooter', 'Blue kite', 'Tin drum'])
  const page = await newPage()
  await openPage(page, scooter)
  await expect(pickup(page)).toHaveCount(0)
  await add(page, scooter)
  await expect(page.getByRole('link', { name: '1 thing from Maya · 3.02 tokens · $3.50' }).first()).toBeVisible()
  await add(page, kite)
  await expect(pickup(page)).toHaveAccessibleName('Your pickup: 2 things from Maya · 6.04 tokens · $4.00')

  await pickup(page).click()
  const basket = basketOf(page, 'Maya')
  await expect(basket.getByRole('heading', { level: 2 })).toHaveText('2 things from Maya')
  const offer = basket.getByRole('region', { name: 'Also from Maya' }).getByRole('listitem')
  await expect(offer).toContainText('+3.02 tokens, +$0.50')
  await offer.getByRole('button', { name: 'Add Tin drum' }).click()
  await expect(toast(page)).toContainText('Added to your pickup')
  await expect(basket).toContainText('9.06 tokens')
  await expect(basket).toContainText('$4.50')
  await expectGoodLooks(page)

  const given = await seller.request.patch(`/api/items/${idOf(kite)}/claim`, {
    headers: { origin: baseURL },
    data: {},
  })
  expect(given.status()).toBe(200)
  await reloadPage(page)
  await expect(page.getByText('"Blue kite" has just been sold.')).toBeVisible()
  await expect(basket.getByRole('list', { name: 'In this pickup' }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(page.getByText('"Blue kite" has just been sold.')).toHaveCount(0)

  await basket.getByRole('link', { name: 'Log In to Purchase' }).click()
  await signUpOnScreen(page, 'Ben')
  await expect(page).toHaveURL(/\/pickup$/)
  await expect(basket).toContainText('6.04 tokens')
  expect(await page.evaluate(() => localStorage.getItem('pickup'))).toBeNull()
  await reloadPage(page)
  await expect(basket).toContainText('6.04 tokens')

  await basket.getByRole('button', { name: 'Purchase 2 Items' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByRole('button', { name: 'Pay $4.00' }).click()
  await dialog.getByRole('button', { name: 'Go to your inbox' }).click()
  await expect(page).toHaveURL(/\/inbox/)
  await expect(pickup(page)).toHaveCount(0)
  await openPage(page, drum)
  await expect(page.getByText('You bought this item.')).toBeVisible()
})

test('a member adds by keyboard, is told what is missing, takes out and puts back', async ({ openShop, newMember }) => {
  const [, ...items] = await openShop('Nora', ['Doll', 'Train', 'Bear', 'Yo-yo'])
  const page = await newMember('June')
  await openPage(page, items[0] ?? '')
  await page.getByRole('button', { name: 'Add to one pickup' }).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('Nothing is reserved until you pay.')
  await expect(page.getByRole('button', { name: 'In your pickup · Remove' })).toBeFocused()
  await openPage(page, items[1] ?? '')
  await expect(page.getByText('+3.02 tokens, +$0.50 to 1 thing from Nora')).toBeVisible()
  for (const item of items.slice(1)) await add(page, item)

  await openPage(page, '/pickup')
  const basket = basketOf(page, 'Nora')
  await expect(basket).toContainText('You have 10.00. This costs 12.08 including fees, so you need 2.08 more.')
  await expect(basket.getByRole('button', { name: 'Purchase 4 Items' })).toBeDisabled()
  await basket.getByRole('button', { name: 'Remove Bear' }).press('Enter')
  await expect(basket.getByRole('heading', { name: '3 things from Nora' })).toBeFocused()
  await expect(basket.getByRole('button', { name: 'Purchase 3 Items' })).toBeEnabled()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(basket.getByRole('heading', { name: '4 things from Nora' })).toBeVisible()
})

test('an empty pickup says how to fill it, and one that could not be read is read again', async ({ newMember }) => {
  const page = await newMember('Tess')
  await openPage(page, '/pickup')
  await expect(page.getByRole('heading', { name: 'Nothing in your pickup yet' })).toBeVisible()
  await page.route('**/api/baskets', (route) => route.fulfill({ status: 503, body: '{}' }))
  await reloadPage(page)
  await expect(page.getByRole('alert')).toContainText('Your pickup could not be loaded')
  await page.unroute('**/api/baskets')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing in your pickup yet' })).toBeVisible()
})
