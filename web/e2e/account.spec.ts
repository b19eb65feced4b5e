import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { standInForPush } from './support/push.ts'
import { expectAccessible, expectGoodLooks, nameOnScreen, openPage, phonePhoto, reloadPage } from './support/steps.ts'
import { ordinaryTime } from '../../src/testing/time/test-clock.ts'

test('name, picture and mail are chosen, and the data is taken along', async ({ newMember }) => {
  const page = await newMember('Greta')
  await openPage(page, '/account')
  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(page.getByText('First name is required', { exact: true })).toBeVisible()
  await page.getByLabel('First name').fill('Gretel')
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(page.getByText('Your account information has been updated.').first()).toBeVisible()
  await page.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'me.jpg',
    mimeType: 'image/jpeg',
    buffer: await phonePhoto('#0b5563'),
  })
  await expect(page.getByText('Picture saved!').first()).toBeVisible()
  await page.getByLabel('Messages by email').selectOption('Daily')
  await page.getByLabel('Alerts on the site').uncheck()
  await page.getByLabel('Quiet until').fill('08:30')
  // A page that is loaded anew gives up what it is still sending.
  const kept = page.waitForResponse((answer) => answer.request().postData()?.includes('08:30') === true)
  await page.getByLabel('Quiet hours').focus()
  expect((await kept).status()).toBe(200)
  await expect(page.getByLabel('Messages by email')).toHaveValue('daily')
  await reloadPage(page)
  await expect(page.getByLabel('First name')).toHaveValue('Gretel')
  await expect(page.getByLabel('Messages by email')).toHaveValue('daily')
  await expect(page.getByLabel('Alerts on the site')).not.toBeChecked()
  await expect(page.getByLabel('Quiet until')).toHaveValue('08:30')
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /^\/photos\//)

  const arrived = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const file = await arrived
  expect(file.suggestedFilename()).toBe('outgrown-my-data.json')
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ account: { firstName: 'Gretel' } })
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeFocused()
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
})

test('a newcomer is asked where, and when the child was born; home answers at once, and tells when there is something', async ({
  newPage,
  postItem,
  newMember,
}) => {
  const page = await newPage()
  await openPage(page, '/api/login')
  await nameOnScreen(page, 'Ines')
  await expect(page.getByLabel('Where do you live?')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Where do you live?').fill('Portland')
  const born = ordinaryTime()
  born.setUTCMonth(born.getUTCMonth() - 132, 15)
  const [month, year] = born.toLocaleString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).split(' ')
  await page.getByLabel('Month of birth').selectOption(month!)
  const goOn = page.getByRole('button', { name: 'Show me what fits' })
  await goOn.click()
  await expect(page.getByText('Please choose a month and a year')).toBeVisible()
  await page.getByLabel('Year', { exact: true }).selectOption(year!)
  await goOn.click()

  const row = page.getByRole('region', { name: 'For your 11-year-old' })
  await expect(row.getByText('Nothing in 10-11 years yet.')).toBeVisible()
  await expectGoodLooks(page)
  await row.getByRole('button', { name: 'Tell me when there is' }).click()
  await expect(row.getByText("We'll tell you as soon as there is something in 10-11 years.")).toBeVisible()
  await postItem(await newMember('Otto'), { title: 'Grey hoodie', category: 'baby-clothes', ageSize: '10-11y' })
  await openPage(page, '/notifications')
  await expect(page.getByRole('main').getByText('Grey hoodie').first()).toBeVisible()
  await openPage(page, '/')
  await expect(row.getByRole('link', { name: 'Grey hoodie' })).toBeVisible()
  await openPage(page, '/account')
  await expect(page.getByLabel('City')).toHaveValue('Portland')
})

test('what is shown grows with the child, and what it was is filled in for the next family', async ({
  postItem,
  newMember,
}) => {
  const seller = await newMember('Wanda')
  const item = await postItem(seller, { title: 'Dungarees', category: 'baby-clothes', ageSize: '18-24mo' })
  const page = await newMember('Paula')
  await openPage(page, '/account')
  const born = ordinaryTime()
  born.setUTCMonth(born.getUTCMonth() - 14, 15)
  const [month, year] = born.toLocaleString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).split(' ')
  const add = page.getByRole('button', { name: 'Add month of birth' })
  await add.click()
  await expect(page.getByText('Please choose a month and a year')).toBeVisible()
  await page.getByLabel('Month of birth').selectOption(month!)
  await page.getByLabel('Year', { exact: true }).selectOption(year!)
  await add.press('Enter')
  const children = page.getByRole('list', { name: 'Months in which your children were born' })
  await expect(children.getByRole('listitem')).toContainText(`${month} ${year}Wears 12-18 months, next 18-24 months`)
  await expect(page.getByLabel('Month of birth')).toBeFocused()
  await expectAccessible(page)
  await openPage(page, '/')
  const row = page.getByRole('region', { name: 'For your 14-month-old' })
  await expect(row.getByRole('link', { name: 'Dungarees' })).toBeVisible()
  await row.getByRole('link', { name: 'See all or save this search' }).click()
  await expect(page).toHaveURL('/?category=baby-clothes&size=18-24mo')
  await expect(row).toHaveCount(0)

  await openPage(page, `/post?like=${item.split('/').at(-1)}`)
  await expect(page.getByLabel('Title')).toHaveValue('Dungarees')
  await openPage(page, '/account')
  await page.getByRole('button', { name: `Remove ${month} ${year}` }).click()
  await expect(children).toHaveCount(0)
})

test('who leaves settles everything first, and is then gone', async ({ postItem, newMember }) => {
  const seller = await newMember('Lena')
  const item = await postItem(seller, { title: 'Last toy' })
  const buyer = await newMember('Luca')
  await openPage(buyer, item)
  await buyer.getByRole('button', { name: 'Purchase Item' }).click()
  await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
  await buyer.getByLabel('Card number').fill('4242 4242 4242 4242')
  await buyer.getByRole('button', { name: 'Pay $3.50' }).click()
  await buyer.getByRole('button', { name: 'Go to your inbox' }).click()
  await expect(buyer).toHaveURL(/\/inbox/)

  await openPage(seller, '/account')
  await seller.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = seller.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete my account' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Type DELETE to confirm').fill('delete')
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('You still have 1 open sale.')
  await expectAccessible(seller)

  await openPage(buyer, '/purchases')
  await buyer.getByRole('button', { name: 'Confirm Delivery' }).click()
  await buyer.getByRole('dialog').getByRole('button', { name: 'Confirm Delivery' }).click()
  await expect(buyer.getByRole('heading', { name: 'Completed' })).toBeVisible()
  await confirm.click()
  await expect(dialog.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back to Home' }).click()
  await expect(seller.getByRole('link', { name: 'Log In' })).toBeVisible()
  await openPage(buyer, '/inbox')
  await buyer.getByRole('link', { name: /Former neighbour/ }).click()
  await expect(buyer.getByRole('heading', { name: 'Former neighbour' })).toBeFocused()
  await expect(buyer.getByText('This neighbour has left the market.')).toBeVisible()
  await expect(buyer.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
})

test('push is asked for when there is something to wait for, never on arrival', async ({ newMember, postItem }) => {
  const seller = await newMember('Paula')
  const item = await postItem(seller, { title: 'A push toy' })
  const page = await newMember('Piet')
  const asked = await standInForPush(page, 'granted')
  await openPage(page, '/')
  await openPage(page, item)
  await page.getByRole('button', { name: 'Ask Question' }).click()
  await page.getByRole('dialog').getByLabel('Message').fill('Does it roll?')
  await expect(page.getByText(/^Tell me when/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page).toHaveURL(/\/inbox/)
  const offer = page.getByRole('button', { name: 'Tell me when Paula answers', exact: true })
  await expect(offer).toBeVisible()
  await expectGoodLooks(page)
  expect(await asked()).toBe(0)
  await offer.click()
  await expect(page.getByText("You'll get notifications on this device.")).toBeVisible()
  expect(await asked()).toBe(1)

  await openPage(page, '/account')
  const here = page.getByLabel('Notifications on this device')
  await expect(here).toBeChecked()
  // A page that is loaded anew gives up what it is still sending.
  const kept = () => page.waitForResponse((answer) => answer.request().method() !== 'GET')
  for (const change of [
    () => page.getByLabel('Trades by push').uncheck(),
    () => page.getByLabel('Show names and items').check(),
  ]) {
    const answer = kept()
    await change()
    await (await answer).finished()
  }
  await reloadPage(page)
  await expect(page.getByLabel('Show names and items')).toBeChecked()
  await expect(page.getByLabel('Trades by push')).not.toBeChecked()
  await expect(page.getByLabel('Messages by push')).toBeChecked()
  await expectGoodLooks(page)
  const gone = kept()
  await here.uncheck()
  await (await gone).finished()
  await reloadPage(page)
  await expect(here).not.toBeChecked()
})

test('a member who forbids push, or declines it, is not offered it again', async ({ newMember, postItem }) => {
  const item = await postItem(await newMember('Pam'), { title: 'A pull toy' })
  const offered = async (page: Page) => {
    await openPage(page, item)
    await page.getByRole('button', { name: 'Ask Question' }).click()
    await page.getByRole('dialog').getByLabel('Message').fill('Does it roll?')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page).toHaveURL(/\/inbox/)
    return page.getByRole('button', { name: 'Tell me when Pam' })
  }
  const [forbids, declines] = [await newMember('Finn'), await newMember('Dora')]
  await standInForPush(forbids, 'denied')
  await (await offered(forbids)).click()
  await expect(forbids.getByText('Your browser blocks notifications.')).toBeVisible()
  await openPage(forbids, '/account')
  await expect(forbids.getByText('Notifications are blocked.')).toBeVisible()
  await expect(forbids.getByLabel('Messages by push')).toHaveCount(0)

  const asked = await standInForPush(declines, 'granted')
  const offer = await offered(declines)
  await expect(offer).toBeVisible()
  await declines.getByRole('button', { name: "Don't offer notifications again" }).click()
  await expect(offer).toHaveCount(0)
  await reloadPage(declines)
  await expect(declines.getByLabel('Message', { exact: true })).toBeVisible()
  await expect(offer).toHaveCount(0)
  expect(await asked()).toBe(0)
})
