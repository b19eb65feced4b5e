import type { Page } from '@playwright/test'
import type { Trade } from '../../src/modules/handover/contract.ts'
import type { StartedPurchase } from '../../src/modules/purchasing/contract.ts'
import { usualTimes } from '../features/times/times.ts'
import { ordinaryTime } from '../../src/testing/time/test-clock.ts'
import { expect, testOnOwnMarket } from './support/fixtures.ts'
import { openPage, payFor, send } from './support/steps.ts'

// These tests ask whether what somebody has begun outlives what comes meanwhile: an answer, another neighbour, a lost connection.
const test = testOnOwnMarket()

const PHONE = { width: 390, height: 844 }
const idOf = (item: string) => item.replace('/item/', '')

/** The connection goes for a moment, and then all that is on screen is read anew. */
async function blink(page: Page, api: string): Promise<void> {
  await page.context().setOffline(true)
  await expect(page.getByText("You're offline.")).toBeVisible()
  const read = page.waitForResponse((answer) => new URL(answer.url()).pathname === api && answer.ok())
  await page.context().setOffline(false)
  await (await read).finished()
  await expect(page.getByText("You're offline.")).toHaveCount(0)
}

/** @returns the id of the purchase, which is paid for unless told otherwise */
async function buy(buyer: Page, origin: string, item: string, { pays = true } = {}): Promise<string> {
  const order = { itemIds: [idOf(item)], expectedTotal: '3.02' }
  const started = await send<StartedPurchase>(buyer.request, origin, '/api/purchases/intent', order)
  if (pays) await payFor(buyer, origin, started)
  return started.purchaseId
}

test('a payment begun in the bar of a phone goes on when the item is read anew as reserved', async ({
  newMember,
  postItem,
}) => {
  const item = await postItem(await newMember('Nora'), { title: 'Green bench' })
  const buyer = await newMember('Ben')
  await buyer.setViewportSize(PHONE)
  await openPage(buyer, item)
  await buyer.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Purchase Item' }).click()
  const dialog = buyer.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await dialog.getByLabel('Card number').fill('4242')
  await blink(buyer, `/api/items/${idOf(item)}`)
  await expect(dialog.getByLabel('Card number')).toHaveValue('4242')
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByRole('button', { name: 'Pay $3.50' }).click()
  await dialog.getByRole('button', { name: 'Go to your inbox' }).click()
  await expect(buyer).toHaveURL(/\/inbox/)
})

test('a question stays in its dialog, and a listing in its form, when another neighbour pays meanwhile', async ({
  newMember,
  postItem,
  baseURL,
}) => {
  const owner = await newMember('Nora')
  const item = await postItem(owner, { title: 'Blue bench' })
  const [asker, buyer] = [await newMember('Ada'), await newMember('Ben')]
  await openPage(asker, item)
  await asker.getByRole('button', { name: 'Ask Question' }).click()
  const question = asker.getByRole('dialog').getByLabel('Message')
  await question.fill('Is it heavy?')
  await openPage(owner, `${item}/edit`)
  await owner.getByLabel('Title').fill('Blue bench for two')
  await buy(buyer, baseURL, item, { pays: false })
  await blink(owner, `/api/items/${idOf(item)}`)
  await expect(owner.getByLabel('Title')).toHaveValue('Blue bench for two')
  await owner.getByRole('button', { name: 'Save Changes' }).click()
  await expect(owner.getByText('Someone is buying this item right now.').first()).toBeVisible()
  await expect(owner.getByLabel('Title')).toHaveValue('Blue bench for two')
  await buy(buyer, baseURL, item)
  await blink(asker, `/api/items/${idOf(item)}`)
  await expect(question).toHaveValue('Is it heavy?')
  await asker.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(asker.getByText('This item has been claimed').first()).toBeVisible()
})

test('the card of a sale stays unfolded when another one comes, and times that are being chosen when times are offered', async ({
  newMember,
  postItem,
  baseURL,
}) => {
  const seller = await newMember('Nora')
  const [first, second] = [
    await postItem(seller, { title: 'Red bench' }),
    await postItem(seller, { title: 'Grey bench' }),
  ]
  const buyer = await newMember('Ben')
  const purchaseId = await buy(buyer, baseURL, first)
  await openPage(seller, '/purchases?tab=sold')
  const card = seller.getByRole('article').filter({ hasText: 'Red bench' })
  await card.getByRole('button', { name: 'Other days and hours' }).click()
  await card.getByRole('group', { name: 'Day' }).getByRole('button').last().click()
  const hour = card.getByRole('group', { name: 'Hour' }).getByRole('button').first()
  await hour.click()
  await buy(await newMember('Ada'), baseURL, second)
  await blink(seller, '/api/sales')
  await expect(seller.getByRole('article').filter({ hasText: 'Grey bench' })).toBeVisible()
  await expect(hour).toHaveAttribute('aria-pressed', 'true')

  const trade = (await (await buyer.request.get(`/api/purchases/${purchaseId}/trade`)).json()) as Trade
  const times = usualTimes(ordinaryTime().getTime(), trade.timeZone).at(-1)!.times.slice(0, 1)
  await send(buyer.request, baseURL, `/api/purchases/${purchaseId}/times`, { times, seen: null })
  await expect(card.getByRole('list', { name: 'Offered times' })).toBeVisible()
  await expect(hour).toHaveAttribute('aria-pressed', 'true')
  await card.getByRole('button', { name: 'Offer 1 time' }).click()
  await expect(card.getByRole('button', { name: 'Offer other times' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Offer 1 time' })).toHaveCount(0)
})

test('a search keeps what is typed while the page comes for what was typed before', async ({ newPage }) => {
  const page = await newPage()
  await page.addInitScript(() => {
    const write = (text: string) => {
      const box = document.querySelector<HTMLInputElement>('input[name=search]')!
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, text)
      box.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      const text = document.querySelector<HTMLInputElement>('input[name=search]')?.value ?? ''
      if (seen.at(-1) !== text) seen.push(text)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    let once = true
    for (const name of ['pushState', 'replaceState'] as const) {
      const original = history[name].bind(history)
      history[name] = (state: unknown, unused: string, url?: string | URL | null) => {
        original(state, unused, url)
        if (!once || !location.search.includes('search=rain')) return
        once = false
        write('rain c')
      }
    }
  })
  await openPage(page, '/')
  await page.getByRole('searchbox', { name: 'Search items' }).fill('rain')
  await expect(page).toHaveURL(/search=rain(\+|%20)c/)
  await page.waitForFunction(() => (window as unknown as { seen: string[] }).seen.includes('rain c'))
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen.slice(seen.indexOf('rain c'))).toEqual(['rain c'])
})

test('of two quiet hours, the second can be pressed right after the first was changed', async ({ newMember }) => {
  const page = await newMember('Nora')
  await openPage(page, '/account')
  const until = page.getByLabel('Quiet until')
  await page.getByLabel('Quiet from').fill('21:15')
  const kept = page.waitForResponse((answer) => answer.request().postData()?.includes('21:15') === true)
  await until.click()
  expect((await kept).status()).toBe(200)
  await expect(until).toBeFocused()
  await expect(page.getByLabel('Quiet from')).toHaveValue('21:15')
})

test('of two things added at once to a basket none is lost', async ({ newMember, postItem }) => {
  const seller = await newMember('Nora')
  const items = [await postItem(seller, { title: 'Red cup' }), await postItem(seller, { title: 'Blue cup' })]
  const member = await newMember('Ada')
  const kept = await postItem(seller, { title: 'Green cup' })
  await openPage(member, kept)
  await member.getByRole('button', { name: 'Add to one pickup' }).click()
  await expect(member.getByRole('button', { name: 'In your pickup · Remove' })).toBeVisible()
  await openPage(member, '/pickup')
  const held = Promise.withResolvers<null>()
  await member.route(`**/api/baskets/items/${idOf(items[0]!)}`, async (route) => {
    const response = await route.fetch()
    await held.promise
    await route.fulfill({ response })
  })
  const first = member.waitForResponse(`**/api/baskets/items/${idOf(items[0]!)}`)
  const second = member.waitForResponse(`**/api/baskets/items/${idOf(items[1]!)}`)
  await member.getByRole('button', { name: 'Add Red cup' }).click()
  await member.getByRole('button', { name: 'Add Blue cup' }).click()
  // Where both were sent at once, the second would be answered before the first.
  await Promise.race([second, member.waitForTimeout(1000)])
  held.resolve(null)
  for (const answer of [first, second]) await (await answer).finished()
  await expect(member.getByRole('button', { name: 'Purchase 3 Items' })).toBeVisible()
})
