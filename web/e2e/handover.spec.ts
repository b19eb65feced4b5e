import type { Locator, Page } from '@playwright/test'
import jsQR from 'jsqr'
import pg from 'pg'
import sharp from 'sharp'
import type { HandoverCode, Trade } from '../../src/modules/handover/contract.ts'
import type { StartedPurchase } from '../../src/modules/purchasing/contract.ts'
import { DAY_MS, HOUR_MS } from '../../src/platform/durations.ts'
import { buildPhoto } from '../../src/testing/market/builders.ts'
import { expect, test as base } from './support/fixtures.ts'
import {
  expectAccessible,
  expectGoodLooks,
  openPage,
  payFor,
  send,
  untilAnswers,
  untilNewCode,
} from './support/steps.ts'
import { ordinaryTime } from '../../src/testing/time/test-clock.ts'

interface Setting {
  /** Two phones. */
  seller: Page
  buyer: Page
  /** The purchase that the buyer has paid for. */
  purchaseId: string
  /** To the conversation of the two. */
  thread: string
}

const PHONE = { width: 390, height: 844 }

const test = base.extend<{ setting: Setting }>({
  setting: async ({ newMember, postItem, baseURL }, use) => {
    const [seller, buyer] = [await newMember('Nora'), await newMember('Ben')]
    for (const phone of [seller, buyer]) await phone.setViewportSize(PHONE)
    const itemId = (await postItem(seller, { title: 'Wooden train' })).replace('/item/', '')
    const order = { itemIds: [itemId], expectedTotal: '3.02' }
    const started = await send<StartedPurchase>(buyer.request, baseURL, '/api/purchases/intent', order)
    await payFor(buyer, baseURL, started)
    const { id } = (await (await buyer.request.get('/api/auth/user')).json()) as { id: string }
    await use({ seller, buyer, purchaseId: started.purchaseId, thread: `/inbox?item=${itemId}&with=${id}` })
  },
})

/** Opens the conversation, which a job begins once it is paid for. */
async function openThread(phone: Page, thread: string): Promise<Locator> {
  const trade = phone.getByRole('region', { name: 'Trade' })
  await untilAnswers(phone, '/api/messages/conversations', /Wooden train/)
  await openPage(phone, thread)
  await expect(trade.getByRole('button', { name: /Wooden train/ })).toBeVisible()
  return trade
}

/** The appointment began an hour earlier than it did. */
async function beganEarlier(databaseUrl: string, purchaseId: string): Promise<void> {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  const sql = `update appointment set starts_at = starts_at - interval '1 hour', ends_at = ends_at - interval '1 hour'
    where purchase_id = $1 and state = 'agreed'`
  await database.query(sql, [purchaseId])
  await database.end()
}

/** Whether a press in its middle meets it. Runs in the page. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

/** The text that a phone's camera reads from the code that is shown. */
async function scan(phone: Page): Promise<string> {
  const picture = await phone.getByRole('img', { name: /QR code/ }).screenshot()
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const found = jsQR.default(new Uint8ClampedArray(data), info.width, info.height)
  return found?.data ?? 'nothing'
}

test('two phones: a time in three taps each, the code read by the camera, tokens released, thank-yous', async ({
  setting: { seller, buyer, purchaseId, thread },
  baseURL,
}) => {
  const [bought, sold] = [await openThread(buyer, thread), await openThread(seller, thread)]
  // It is open: the next step is theirs.
  await expectAccessible(buyer)
  await bought.getByRole('button', { name: /^Tomorrow, 9–10.AM$/ }).click()
  await bought.getByRole('button', { name: 'Offer 1 time' }).click()
  await expect(bought.getByRole('button', { name: /You offered 1 time/ })).toBeVisible()

  // It is there without a reload.
  await expect(sold.getByRole('button', { name: /Ben can make it at this time/ })).toBeVisible()
  await expectAccessible(seller)
  await sold.getByRole('button', { name: /^Tomorrow, 9–10.AM$/ }).click()
  await expect(sold.getByRole('button', { name: /Tomorrow, 9–10.AM/ })).toBeVisible()
  await expect(bought.getByRole('button', { name: /Tomorrow, 9–10.AM/ })).toBeVisible()
  await expect(bought).toContainText('12 Alder Street')

  await sold.getByRole('button', { name: 'At the door? Show my code' }).click()
  await expect(sold.getByRole('timer')).toContainText('New in')
  await expectAccessible(seller)
  const url = await scan(seller)
  expect(url).toMatch(new RegExp(`^${RegExp.escape(baseURL)}/door/${purchaseId}\\?code=\\d{6}$`))

  await openPage(buyer, url)
  await expect(buyer.getByRole('heading', { name: 'Do you have it?' })).toBeVisible()
  await expectAccessible(buyer)
  // The screen of the seller shows the next one by itself.
  const shown = seller.getByText(/^\d{3} \d{3}$/)
  const old = await shown.innerText()
  await expect(shown).not.toHaveText(old)
  await openPage(buyer, await scan(seller))
  await buyer.getByRole('button', { name: 'Yes, it is mine' }).click()
  await expect(buyer.getByRole('heading', { name: 'It is yours' })).toBeVisible()
  await expect(buyer.getByText('3 tokens went to Nora.')).toBeVisible()
  await buyer.getByRole('button', { name: 'Friendly' }).click()
  await buyer.getByRole('button', { name: 'Say thank you' }).click()
  await expect(buyer.getByText('Nora can read it once they have thanked you too')).toBeVisible()
  await expectAccessible(buyer)

  await expect(sold.getByRole('button', { name: /Handed over/ })).toBeVisible()
  await expect(sold).toContainText('You got 3 tokens.')
  await sold.getByRole('button', { name: 'On time' }).click()
  await sold.getByLabel('A few words').fill('A pleasure.')
  await sold.getByRole('button', { name: 'Say thank you' }).click()
  await expect(sold.getByText('Ben says thank you')).toBeVisible()
  await expectAccessible(seller)
  await openPage(seller, '/tokens')
  await expect(seller.getByRole('row').filter({ hasText: 'Wooden train' }).first()).toContainText('+3.00')
})

test('beside an open trade there is room for words, its main button is in sight, and the focus stays when it is pressed', async ({
  setting: { seller, buyer, thread },
}) => {
  const trade = await openThread(buyer, thread)
  const log = buyer.getByRole('log', { name: 'Messages' })
  await trade.getByRole('button', { name: /^Tomorrow, 9–10.AM$/ }).click()
  const offer = trade.getByRole('button', { name: 'Offer 1 time' })
  const confirm = trade.getByRole('button', { name: 'Confirm Delivery' })
  await expect(confirm).toBeVisible()
  for (const [width, height, room] of [
    [1920, 1080, 600],
    [1440, 900, 400],
    [1280, 720, 250],
    [1024, 768, 150],
    [768, 1024, 150],
    [430, 932, 150],
    [390, 844, 150],
    [360, 740, 150],
  ] as const) {
    await buyer.setViewportSize({ width, height })
    const size = `${width} × ${height}`
    expect((await log.boundingBox())?.height, size).toBeGreaterThanOrEqual(room)
    for (const button of [offer, confirm]) await expect(button, size).toBeInViewport({ ratio: 1 })
    for (const button of [offer, confirm]) expect(await button.evaluate(isOnTop), size).toBe(true)
  }
  const sold = await openThread(seller, thread)
  await expect(sold.getByRole('button', { name: 'Offer times' })).toBeInViewport({ ratio: 1 })

  await confirm.press('Enter')
  await buyer.getByRole('dialog').getByRole('button', { name: 'Confirm Delivery' }).press('Enter')
  await expect(trade.getByRole('button', { name: /It is yours/ })).toBeVisible()
  await expect(buyer.getByRole('heading', { name: 'Nora' })).toBeFocused()
})

test('a folded card unfolds once it waits for its reader, and stays folded for an appointment on another day', async ({
  setting: { seller, buyer, purchaseId, thread },
  baseURL,
}) => {
  const card = await openThread(buyer, thread)
  const line = card.getByRole('button', { name: /Wooden train/ })
  await expect(line).toHaveAttribute('aria-expanded', 'true')
  const post = async (by: Page, path: string, data: object) => {
    const answer = await by.request.post(`/api/purchases/${purchaseId}/${path}`, { headers: { origin: baseURL }, data })
    return (await answer.json()) as Trade
  }
  const hourIn = (days: number) => {
    const start = ordinaryTime().getTime() + days * DAY_MS
    return { start: new Date(start).toISOString(), end: new Date(start + HOUR_MS).toISOString() }
  }
  const { offer } = await post(buyer, 'times', { times: [hourIn(3)] })
  await expect(line).toContainText('You offered 1 time')
  await line.click()
  await expect(line).toHaveAttribute('aria-expanded', 'false')
  const other = hourIn(5)
  const answered = await post(seller, 'times', { times: [other], seen: offer?.id })
  await expect(line).toHaveAttribute('aria-expanded', 'true')

  await post(buyer, 'appointment', { offerId: answered.offer?.id, start: other.start })
  await expect(line).toContainText('Time agreed')
  await openPage(buyer, thread)
  await expect(line).toContainText('Time agreed')
  await expect(line).toHaveAttribute('aria-expanded', 'false')
})

test('with the keyboard on the screen the card is one line, and what is read has the room; after it, it unfolds', async ({
  setting: { buyer, thread },
  newPage,
}) => {
  const phone = await newPage({
    viewport: { width: 390, height: 450 },
    isMobile: true,
    hasTouch: true,
    storageState: await buyer.context().storageState(),
  })
  for (const width of [390, 320]) {
    await phone.setViewportSize({ width, height: 450 })
    const trade = await openThread(phone, thread)
    const line = trade.getByRole('button', { name: /Wooden train/ })
    const confirm = trade.getByRole('button', { name: 'Confirm Delivery' })
    const field = phone.getByRole('textbox', { name: 'Message' })
    await expect(confirm).toBeVisible()
    await field.tap()
    await expect(confirm).toBeHidden()
    await expect(line).toHaveAttribute('aria-expanded', 'false')
    const log = phone.getByRole('log', { name: 'Messages' })
    expect((await log.boundingBox())?.height, `${width} px`).toBeGreaterThan(200)
    await field.fill(`Coming at ${width}`)
    await phone.getByRole('button', { name: 'Send', exact: true }).tap()
    await expect(log.getByText(`Coming at ${width}`)).toBeVisible()
    // The next message is written at once; whoever wants the card has it by one tap.
    await expect(field).toBeFocused()
    await expect(confirm).toBeHidden()
    await line.tap()
    await expect(confirm).toBeVisible()
    await field.tap()
    await expect(confirm).toBeHidden()
    await field.blur()
    await expect(confirm).toBeVisible()
  }
})

test('the digits instead: an old code and a wrong one are refused, and so is everybody but the buyer', async ({
  setting: { seller, buyer, purchaseId },
  newMember,
}) => {
  await openPage(seller, `/purchases?trade=${purchaseId}`)
  await expect(seller).toHaveURL(/tab=sold/)
  await seller.getByRole('button', { name: 'At the door? Show my code' }).click()
  const shown = seller.getByText(/^\d{3} \d{3}$/)
  const digits = (await shown.innerText()).replace(/\D/g, '')
  // Any digits but those of now.
  const old = digits.replace(/./g, (digit) => String((Number(digit) + 1) % 10))

  const stranger = await newMember('Cara')
  await openPage(stranger, `/door/${purchaseId}?code=${digits}`)
  await expect(stranger.getByRole('heading', { name: 'This is not your purchase' })).toBeVisible()
  await expectAccessible(stranger)
  await openPage(seller, `/door/${purchaseId}?code=${digits}`)
  await expect(seller.getByRole('heading', { name: 'This code is for the buyer' })).toBeVisible()

  await openPage(buyer, `/door/${purchaseId}?code=${old}`)
  await buyer.getByRole('button', { name: 'Yes, it is mine' }).click()
  await expect(buyer.getByRole('alert')).toContainText('That code is wrong or has expired.')
  await expectAccessible(buyer)
  await openPage(seller, `/purchases?tab=sold&trade=${purchaseId}`)
  await seller.getByRole('button', { name: 'At the door? Show my code' }).click()
  await untilNewCode(seller)
  await buyer.getByLabel("Six digits on Nora's phone").fill((await shown.innerText()).replace(/\D/g, ''))
  await buyer.getByRole('button', { name: 'Yes, it is mine' }).click()
  await expect(buyer.getByRole('heading', { name: 'It is yours' })).toBeVisible()
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('without reception the confirmation waits in the browser, and goes once there is some', async ({
    setting: { seller, buyer, purchaseId },
  }) => {
    const { digits: code } = (await (
      await seller.request.get(`/api/purchases/${purchaseId}/code`)
    ).json()) as HandoverCode
    await openPage(buyer, `/door/${purchaseId}`)
    await buyer.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const digits = buyer.getByLabel("Six digits on Nora's phone")
    await expect(digits).toBeVisible()
    await buyer.context().setOffline(true)
    await digits.fill(code)
    await buyer.getByRole('button', { name: 'Yes, it is mine' }).click()
    await expect(buyer.getByRole('heading', { name: 'Waiting for reception' })).toBeVisible()
    await buyer.context().setOffline(false)
    await expect(buyer.getByRole('heading', { name: 'It is yours' })).toBeVisible()
  })
})

test('an appointment is called off with one confirmation; to the next one a side is on the way, and the other does not come', async ({
  setting: { seller, buyer, purchaseId },
  baseURL,
  market,
}) => {
  await openPage(seller, `/purchases?tab=sold&trade=${purchaseId}`)
  const card = seller.getByRole('article')
  await card.getByRole('button', { name: 'Other days and hours' }).click()
  await card.getByRole('group', { name: 'Day' }).getByRole('button').last().click()
  await card.getByRole('group', { name: 'Hour' }).getByRole('button').first().click()
  await card.getByRole('button', { name: 'Offer 1 time' }).click()
  await openPage(buyer, `/purchases?trade=${purchaseId}`)
  await buyer.getByRole('list', { name: 'Offered times' }).getByRole('button').click()
  await expect(buyer.getByText('Nora is expecting you.')).toBeVisible()
  await expect(buyer.getByRole('link', { name: /Calendar/ })).toHaveAttribute('href', /appointment\.ics$/)
  await expect(card.getByText('Ben is coming to you.')).toBeVisible()
  await card.getByRole('button', { name: "I can't come" }).press('Enter')
  await seller.getByRole('dialog').getByRole('button', { name: "I can't come" }).press('Enter')
  await expect(card.getByText('When could Ben pick it up?')).toBeVisible()
  // The button that opened the dialog is gone with the appointment: the focus stays on the card.
  await expect(seller.getByRole('dialog')).toHaveCount(0)
  await expect(card.locator(':focus')).toHaveCount(1)
  await expect(buyer.getByText('When could you pick it up?')).toBeVisible()

  // It begins sooner than anybody could choose on the card.
  const inMinutes = (minutes: number) => new Date(ordinaryTime().getTime() + minutes * 60_000).toISOString()
  const post = async (by: Page, path: string, data: object) => {
    const answer = await by.request.post(`/api/purchases/${purchaseId}/${path}`, { headers: { origin: baseURL }, data })
    return (await answer.json()) as Trade
  }
  const start = inMinutes(10)
  const { offer } = await post(seller, 'times', { times: [{ start, end: inMinutes(40) }] })
  await post(buyer, 'appointment', { offerId: offer?.id, start })
  // Today stands on top, for both, and either says in one tap that they are late.
  const today = buyer.getByRole('region', { name: 'Today' })
  await expect(today).toContainText("You're going to Nora")
  await expect(today).toContainText('12 Alder Street')
  await expectAccessible(buyer)
  await today.getByRole('button', { name: '10 minutes late' }).press('Enter')
  await expect(today.getByText('Nora knows that you are a little late.')).toBeVisible()
  await expect(today.getByRole('button', { name: "I'm here" })).toBeFocused()
  await expect(seller.getByRole('region', { name: 'Today' })).toContainText('Ben is coming to you')
  await expect(card.getByRole('heading', { name: 'Ben will be about 10 minutes late' })).toBeVisible()
  await today.getByRole('button', { name: "I'm on my way" }).click()
  await expect(today.getByText('Nora knows that you are on your way.')).toBeVisible()
  await expectAccessible(seller)
  await beganEarlier(market.databaseUrl, purchaseId)
  await openPage(buyer, `/purchases?trade=${purchaseId}`)
  await buyer.getByLabel('A note about it').fill('I rang twice.')
  await buyer.getByRole('button', { name: 'Nora did not come' }).click()
  await expect(buyer.getByText("You said that Nora didn't come.")).toBeVisible()
  await expectAccessible(buyer)
  await expect(card.getByText('Ben says that you did not come: “I rang twice.”')).toBeVisible()
  await card.getByRole('button', { name: 'I was there' }).click()
  await expect(buyer.getByText('Nora answered: I was there.')).toBeVisible()
})

test("a problem: what it is, the seller's answer, and a refund that both agree on", async ({
  setting: { seller, buyer, purchaseId },
}) => {
  await openPage(buyer, `/purchases?trade=${purchaseId}`)
  await buyer.getByRole('button', { name: 'Report a problem' }).click()
  const dialog = buyer.getByRole('dialog')
  await dialog.getByLabel("What's wrong?").fill('One wheel has come off.')
  await expect(dialog.getByRole('button', { name: 'Report Problem' })).toBeDisabled()
  await dialog.getByText('Broken').click()
  await expectAccessible(buyer)
  await dialog.getByRole('button', { name: 'Report Problem' }).click()
  const card = buyer.getByRole('article')
  await expect(card).toContainText('You reported: One wheel has come off.')
  await expect(card).toContainText('Nora can answer until')
  const buffer = await buildPhoto({ width: 64, height: 48 })
  await card.getByLabel('Add photos').setInputFiles([{ name: 'wheel.jpg', mimeType: 'image/jpeg', buffer }])
  await card.getByRole('button', { name: 'Photo 1, from Ben' }).click()
  const large = buyer.getByRole('dialog', { name: 'Photos of the problem' })
  await expect(large.getByRole('img')).toBeVisible()
  await large.getByRole('button', { name: 'Close' }).click()

  await openPage(seller, `/purchases?trade=${purchaseId}`)
  const sold = seller.getByRole('article')
  await expect(sold).toContainText('Ben reported: One wheel has come off.')
  await expect(sold.getByRole('img', { name: 'Photo 1, from Ben' })).toBeVisible()
  await expectAccessible(seller)
  await sold.getByLabel('Your answer').fill('I am sorry.')
  await sold.getByRole('button', { name: 'Agree to a refund' }).click()
  await seller.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
  await expect(seller.getByRole('heading', { name: 'Cancelled' })).toBeVisible()
  await expect(buyer.getByRole('heading', { name: 'Cancelled' })).toBeVisible()
})

test('the page of a neighbour, from the item: new here, no figures, nothing private', async ({
  newMember,
  postItem,
}) => {
  const seller = await newMember('Nora')
  const item = await postItem(seller, { title: 'Wooden train' })
  const visitor = await newMember('Ben')
  await openPage(visitor, item)
  await visitor.getByRole('link', { name: 'Nora' }).first().click()
  await expect(visitor).toHaveURL(/\/neighbour\//)
  await expect(visitor.getByRole('heading', { name: 'Nora', level: 1 })).toBeVisible()
  await expect(visitor.getByText('New here')).toBeVisible()
  await expect(visitor.getByRole('article').filter({ hasText: 'Wooden train' })).toBeVisible()
  await expect(visitor.getByRole('main')).not.toContainText(/Neighbour$|Alder|passed on/)
  await expectGoodLooks(visitor)
  await openPage(visitor, '/neighbour/00000000-0000-4000-8000-000000000000')
  await expect(visitor.getByRole('heading', { name: 'Neighbour not found' })).toBeVisible()
})
