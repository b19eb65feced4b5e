import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { expectAccessible, openPage, phonePhoto, untilNewCode } from './support/steps.ts'

/** The taps and fields of a neighbour's errands: each has a most. */
const PHONE = { width: 390, height: 844 }

interface Hands {
  taps: number
  fields: number
}

/** Counts from here on: presses, and fields that something is written into. A chosen file is a press of the button that asks. */
async function countHands(page: Page): Promise<() => Promise<Hands>> {
  const hands: Hands = { taps: 0, fields: 0 }
  await page.exposeFunction('noteHands', (what: keyof Hands) => (hands[what] += 1))
  const listen = () => {
    const { noteHands } = window as unknown as { noteHands: (what: keyof Hands) => void }
    const written = new WeakSet()
    const note = (event: Event) => {
      const { target } = event
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
      if (event.type === 'pointerdown' || (isField && target.type === 'file')) noteHands('taps')
      else if (isField && !['radio', 'checkbox'].includes(target.type) && !written.has(target)) {
        written.add(target)
        noteHands('fields')
      }
    }
    for (const type of ['pointerdown', 'input']) document.addEventListener(type, note, true)
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return () => Promise.resolve(hands)
}

async function pay(page: Page, amount: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByRole('button', { name: `Pay ${amount}` }).click()
  await expect(dialog.getByRole('heading', { name: /yours!$/ })).toBeVisible()
}

test('buying one from home, agreeing on a time, and handing it over', async ({ newMember, postItem }) => {
  const [seller, buyer] = [await newMember('Nora'), await newMember('Ben')]
  for (const phone of [seller, buyer]) await phone.setViewportSize(PHONE)
  await postItem(seller, { title: 'Red kite of a journey' })
  await openPage(buyer, '/')
  const buying = await countHands(buyer)
  await buyer.getByRole('main').getByRole('link', { name: 'Red kite of a journey' }).click()
  await buyer.getByRole('button', { name: 'Purchase Item' }).first().click()
  await pay(buyer, '$3.50')
  expect(await buying()).toEqual({ taps: 4, fields: 1 })

  // The times are on the sheet itself.
  const sheet = buyer.getByRole('dialog')
  await expectAccessible(buyer)
  await sheet.getByRole('button', { name: /^Tomorrow, 9–10.AM$/ }).click()
  await sheet.getByRole('button', { name: 'Offer 1 time' }).click()
  await expect(sheet.getByText("We've sent Nora your times.", { exact: false })).toBeVisible()
  expect(await buying()).toEqual({ taps: 6, fields: 1 })

  // It waits for the seller, and says so wherever they are: one tap leads there, one takes a time.
  await openPage(seller, '/')
  const selling = await countHands(seller)
  await seller.getByRole('link', { name: 'Purchases, 1 waiting for you' }).click()
  await expect(seller.getByRole('link', { name: 'Sold 1 waiting for you' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(seller)
  await seller.getByRole('list', { name: 'Offered times' }).getByRole('button').click()
  await expect(seller.getByText('Ben is coming to you.')).toBeVisible()
  expect(await selling()).toEqual({ taps: 2, fields: 0 })
  await expect(seller.getByRole('link', { name: 'Purchases', exact: true })).toBeVisible()

  // The page that the camera of the buyer's phone opens asks for one tap.
  await seller.getByRole('button', { name: 'At the door? Show my code' }).click()
  await seller.getByRole('button', { name: 'Show full screen' }).click()
  const large = seller.getByRole('dialog', { name: 'Your code' })
  await expect(large.getByRole('img', { name: /QR code/ })).toBeVisible()
  // Nothing of the page behind shines through.
  await expect(large).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expectAccessible(seller)
  const [bought] = (await (await buyer.request.get('/api/purchases')).json()) as { purchaseId: string }[]
  await untilNewCode(seller)
  const digits = (
    await seller
      .getByText(/^\d{3} \d{3}$/)
      .first()
      .innerText()
  ).replace(/\D/g, '')
  await openPage(buyer, `/door/${bought?.purchaseId}?code=${digits}`)
  const { taps: before } = await buying()
  await buyer.getByRole('button', { name: /^Yes, / }).click()
  await expect(buyer.getByRole('heading', { name: /(It is|They are) yours/ })).toBeVisible()
  expect((await buying()).taps - before).toBe(1)
})

test('another thing goes along with what is paid, for its own fee alone', async ({ newMember, postItem, newPage }) => {
  const [seller, buyer] = [await newMember('Nora'), await newMember('Ben')]
  const drum = await postItem(seller, { title: 'Tin drum to go along' })
  await openPage(buyer, await postItem(seller, { title: 'Red kite to begin with' }))
  await buyer.getByRole('button', { name: 'Purchase Item' }).first().click()
  await pay(buyer, '$3.50')
  await buyer
    .getByRole('dialog')
    .getByRole('link', { name: /Tin drum to go along/ })
    .click()
  await expect(buyer).toHaveURL(new RegExp(`${drum}$`))
  await buyer.setViewportSize(PHONE)
  await expect(buyer.getByRole('region', { name: 'Buy', exact: true })).toContainText('and $0.50')
  // Nothing else on the page names another sum for it.
  await expect(buyer.getByText('and $0.50 by card', { exact: false }).first()).toBeVisible()
  await expect(buyer.getByText('$3.50 service fee', { exact: false })).toHaveCount(0)
  // It is painted with that: nothing jumps once the scripts are here.
  const storageState = await buyer.context().storageState()
  const page = await newPage({ javaScriptEnabled: false, storageState })
  await page.goto(drum)
  await expect(page.getByText('and $0.50 by card', { exact: false }).first()).toBeAttached()
  await expect(page.getByText('$3.50 service fee', { exact: false })).toHaveCount(0)
  await buyer.setViewportSize({ width: 1280, height: 720 })
  await buyer.getByRole('button', { name: 'Add to your pickup for $0.50' }).first().click()
  await pay(buyer, '$0.50')
  await openPage(buyer, '/purchases')
  await expect(buyer.getByRole('article')).toHaveCount(1)
  const things = buyer.getByRole('article').getByRole('list', { name: 'Things' })
  await expect(things).toContainText('Red kite to begin with')
  await expect(things).toContainText('Tin drum to go along')
})

test('five things of one neighbour in one order', async ({ newMember, postItem }) => {
  const [seller, buyer] = [await newMember('Maya'), await newMember('Tom')]
  await buyer.setViewportSize(PHONE)
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
    await postItem(seller, { title: `${title} of a bundle`, tokenPrice: '1' })
  await openPage(buyer, '/')
  const hands = await countHands(buyer)
  await buyer.getByRole('main').getByRole('link', { name: 'Five of a bundle' }).click()
  await buyer.getByRole('button', { name: 'Add to one pickup' }).first().click()
  await buyer
    .getByRole('banner')
    .getByRole('link', { name: /^Your pickup/ })
    .click()
  await buyer.getByRole('button', { name: 'Add all 4' }).click()
  const basket = buyer.getByRole('region', { name: /from Maya$/ })
  await expect(basket.getByRole('heading', { level: 2 })).toHaveText('5 things from Maya')
  await basket.getByRole('button', { name: /Buy|Purchase/ }).click()
  await pay(buyer, '$5.50')
  const { taps, fields } = await hands()
  expect(taps).toBeLessThanOrEqual(9)
  expect(fields).toBe(1)
})

test('a report with a photo', async ({ newMember, postItem }) => {
  const [seller, buyer] = [await newMember('Ida'), await newMember('Leo')]
  await buyer.setViewportSize(PHONE)
  await openPage(buyer, await postItem(seller, { title: 'Broken boat' }))
  await buyer.getByRole('button', { name: 'Purchase Item' }).first().click()
  await pay(buyer, '$3.50')
  await openPage(buyer, '/purchases')
  const hands = await countHands(buyer)
  await buyer.getByRole('button', { name: 'Report a problem' }).click()
  const dialog = buyer.getByRole('dialog')
  await dialog.getByText('Broken', { exact: true }).click()
  const photo = { name: 'mast.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto('#0b5563') }
  await dialog.getByLabel('Add photos').setInputFiles([photo])
  await expect(dialog.getByText('1 photo')).toBeVisible()
  await dialog.getByLabel("What's wrong?").fill('The mast is broken.')
  await dialog.getByRole('button', { name: 'Report Problem' }).click()
  await expect(buyer.getByRole('button', { name: 'Photo 1, from Leo' })).toBeVisible()
  const { taps, fields } = await hands()
  expect(taps).toBeLessThanOrEqual(4)
  expect(fields).toBe(1)
})
