import { buildPhoto } from '../../src/testing/market/builders.ts'
import { expect, test } from './support/fixtures.ts'
import { expectAccessible, openPage, toast } from './support/steps.ts'

test('a portrait photo fits, and fills the screen on demand', async ({ newMember, postItem }) => {
  const page = await newMember('Paula')
  await openPage(page, await postItem(page, { title: 'A tall lamp' }))
  const photo = page.getByRole('region', { name: 'Photos' }).getByRole('img').first()
  await expect(photo).toHaveCSS('object-fit', 'contain')
  const opener = page.getByRole('button', { name: 'View full screen' })
  await opener.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'A tall lamp' })
  await expect(viewer.getByText('1 / 2')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText('2 / 2')).toBeVisible()
  await expectAccessible(page)
  const width = async () => (await viewer.getByRole('img').boundingBox())?.width ?? 0
  const whole = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBe(whole * 2)
  await page.keyboard.press('-')
  await expect.poll(width).toBe(whole)
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('HEIC that this browser cannot open is told before anything is sent; what it can open becomes a JPEG', async ({
  newMember,
}) => {
  const page = await newMember('Helga')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/upload')) sent.push(request.url())
  })
  await openPage(page, '/post')
  const heic = { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') }
  await page.getByLabel(/Add photos/).setInputFiles(heic)
  await expect(toast(page)).toContainText("can't open IMG_1.HEIC")
  await expect(page.getByRole('img', { name: /^Photo 1/ })).toHaveCount(0)
  expect(sent).toEqual([])

  await page.evaluate(() => {
    const blank = new ImageData(40, 30)
    const decode = window.createImageBitmap.bind(window)
    Object.assign(window, { createImageBitmap: () => decode(blank) })
  })
  await page.getByLabel(/Add photos/).setInputFiles(heic)
  await expect(page.getByRole('button', { name: 'Analyze with AI' })).toBeEnabled()
  expect(sent).toHaveLength(1)
})

test('a photo that is removed is no longer sent, and its memory is free', async ({ newMember }) => {
  const page = await newMember('Rosa')
  await openPage(page, '/post')
  await page.evaluate(() => {
    const freed: string[] = []
    const revoke = URL.revokeObjectURL.bind(URL)
    Object.assign(window, { freed })
    URL.revokeObjectURL = (url) => {
      freed.push(url)
      revoke(url)
    }
  })
  const held = Promise.withResolvers<undefined>()
  await page.route('**/api/upload', async (route) => {
    await held.promise
    await route.abort().catch(() => undefined)
  })
  const asked = page.waitForRequest('**/api/upload')
  await page
    .getByLabel(/Add photos/)
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await buildPhoto() })
  await asked
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/upload'))
  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await ended
  held.resolve(undefined)
  expect(await page.evaluate(() => (window as unknown as { freed: string[] }).freed)).toHaveLength(1)
  await expect(toast(page)).toHaveCount(0)
})

test('a question whose answer was lost is written once', async ({ newMember, postItem }) => {
  const owner = await newMember('Olga')
  const item = await postItem(owner, { title: 'A quiet drum' })
  const asker = await newMember('Anton')
  await openPage(asker, item)
  await asker.getByRole('button', { name: 'Ask Question' }).click()
  const dialog = asker.getByRole('dialog')
  await dialog.getByLabel('Message').fill('Is it loud?')
  await asker.route('**/messages', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Send Message' }).click()
  await expect(toast(asker)).toContainText('Failed to send message')
  await asker.unrouteAll()
  await dialog.getByRole('button', { name: 'Send Message' }).click()
  await asker.waitForURL('**/inbox?*')
  await expect(asker.getByRole('log', { name: 'Messages' }).getByText('Is it loud?')).toHaveCount(1)
})

test('paying: a decline and a lost connection say whether money moved; another tab hears of the payment', async ({
  newMember,
  postItem,
}) => {
  const seller = await newMember('Selma')
  const item = await postItem(seller, { title: 'A green bench' })
  const buyer = await newMember('Bruno')
  await buyer.setViewportSize({ width: 390, height: 844 })
  await openPage(buyer, item)
  await buyer.getByRole('button', { name: 'Purchase Item' }).first().click()
  const dialog = buyer.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(dialog.getByRole('timer')).toHaveText(/^Reserved for you for 1[45]:\d\d$/)
  const pay = dialog.getByRole('button', { name: 'Pay $3.50' })
  await dialog.getByLabel('Card number').fill('4000 0000 0000 0002')
  await pay.click()
  await expect(dialog.getByText('Your card was not charged. Try another card', { exact: false })).toBeVisible()
  await buyer.context().setOffline(true)
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await pay.click()
  await expect(dialog.getByText('Nothing was sent: your card was not charged.', { exact: false })).toBeVisible()
  await buyer.context().setOffline(false)
  await buyer.route('**/api/sandbox/**', (route) => route.abort())
  await pay.click()
  await expect(dialog.getByText("we can't tell yet whether your card was charged", { exact: false })).toBeVisible()
  await buyer.unrouteAll()

  const second = await buyer.context().newPage()
  await openPage(second, item)
  await expect(second.getByRole('button', { name: 'Continue Payment' })).toBeVisible()
  await pay.click()
  await dialog.getByRole('button', { name: 'Go to your inbox' }).click()
  await buyer.waitForURL('**/inbox**')
  await expect(second.getByRole('button', { name: 'Continue Payment' })).toHaveCount(0)

  // The focus is never behind the bar at the bottom.
  await openPage(buyer, '/purchases')
  const bar = await buyer.getByRole('navigation', { name: 'Member' }).boundingBox()
  const message = buyer.getByRole('link', { name: 'Message Selma' })
  for (let presses = 0; presses < 40; presses += 1) {
    await buyer.keyboard.press('Tab')
    if (await message.evaluate((element) => element === document.activeElement)) break
  }
  await expect(message).toBeFocused()
  const place = await message.boundingBox()
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)

  await buyer.getByRole('button', { name: 'Report a problem' }).click()
  await dialog.getByLabel("What's wrong?").fill('A leg is broken.')
  await dialog.getByText('Broken', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Report Problem' }).click()
  await expect(buyer.getByRole('heading', { name: 'A green bench' })).toBeFocused()
  await expect(buyer.getByText(/an admin decides by \w{3}, \w{3} \d+, \d+:\d\d [AP]M/)).toBeVisible()
  await expect(buyer.getByRole('button', { name: 'Confirm Delivery' })).toHaveCount(0)
  await expectAccessible(buyer)
  await buyer.getByRole('button', { name: 'More' }).press('Enter')
  await buyer.getByRole('menuitem', { name: 'Confirm Delivery' }).press('Enter')
  await expect(buyer.getByRole('dialog', { name: 'Confirm Delivery?' })).toBeVisible()
})

test('on a phone a conversation fills the screen, and 200% text takes its icons along', async ({
  newMember,
  postItem,
}) => {
  const owner = await newMember('Ola')
  const item = await postItem(owner, { title: 'A small boat' })
  const asker = await newMember('Aino')
  await asker.setViewportSize({ width: 390, height: 844 })
  await openPage(asker, item)
  await asker.getByRole('button', { name: 'Ask Question' }).click()
  await asker.getByRole('dialog').getByLabel('Message').fill('Does it swim?')
  await asker.getByRole('dialog').getByRole('button', { name: 'Send Message' }).click()
  await asker.waitForURL('**/inbox**')
  if (!asker.url().includes('conversation=')) await asker.getByRole('link', { name: /A small boat/ }).click()
  await expect(asker.getByRole('log', { name: 'Messages' }).getByText('Does it swim?')).toBeVisible()
  await expect(asker.getByRole('navigation', { name: 'Member' })).toBeHidden()
  await expect(asker.getByRole('banner')).toBeHidden()
  const composer = await asker.getByRole('button', { name: 'Send', exact: true }).boundingBox()
  expect((composer?.y ?? 0) + (composer?.height ?? 0)).toBeGreaterThan(820)
  expect((await asker.getByRole('log', { name: 'Messages' }).boundingBox())?.height).toBeGreaterThan(600)
  const card = asker.getByRole('button', { name: 'About the item: A small boat' })
  await expect(asker.getByRole('main').getByRole('link', { name: 'A small boat' })).toBeHidden()
  await card.click()
  await expect(card).toHaveAttribute('aria-expanded', 'true')
  await expect(asker.getByRole('main').getByRole('link', { name: 'A small boat' })).toBeVisible()
  await expectAccessible(asker)
  const icon = asker.getByRole('link', { name: 'All conversations' }).locator('svg')
  expect((await icon.boundingBox())?.width).toBe(22)
  await asker.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect((await icon.boundingBox())?.width).toBe(44)
  await asker.getByRole('link', { name: 'All conversations' }).click()
  await expect(asker.getByRole('navigation', { name: 'Member' })).toBeVisible()
  // Nothing sticks out at the side; the names of the bar give way to its pictures, and are still read out.
  await openPage(asker, '/account')
  await asker.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect(await asker.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await expect(asker.getByRole('navigation', { name: 'Member' }).getByRole('link', { name: 'My Items' })).toBeVisible()
})

test('Cancel on the post form forgets the draft', async ({ newMember }) => {
  const page = await newMember('Cara')
  await openPage(page, '/post')
  await page
    .getByLabel(/Add photos/)
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await buildPhoto() })
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  await page.getByLabel('Title').fill('A change of mind')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await openPage(page, '/post')
  await expect(page.getByRole('button', { name: 'Analyze with AI' })).toBeDisabled()
  await expect(page.getByText('You left an item unfinished.')).toHaveCount(0)
})

test('a menu opened by a finger stays open when the finger leaves', async ({ newMember, postItem }) => {
  const page = await newMember('Mia', { hasTouch: true })
  await postItem(page, { title: 'A stacking tower' })
  await openPage(page, '/profile')
  const { x, y } = (await page.getByRole('button', { name: 'Actions for A stacking tower' }).boundingBox()) ?? {
    x: 0,
    y: 0,
  }
  const finger = await page.context().newCDPSession(page)
  await page.evaluate(() => {
    const settled = () => setTimeout(() => document.body.setAttribute('data-lifted', ''))
    // A finger that stays long, on a busy machine, clicks nothing.
    for (const end of ['click', 'contextmenu']) window.addEventListener(end, settled, { once: true, capture: true })
  })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 20, y: y + 20 }] })
  await expect(page.getByRole('menu')).toBeVisible()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(page.locator('body[data-lifted]')).toBeAttached()
  await expect(page.getByRole('menu')).toBeVisible()
})

test('similar items are found beyond those of a neighbour who has many of them', async ({ newMember, postItem }) => {
  const [other, seller] = [await newMember('Olga'), await newMember('Nora')]
  const ofSize = { category: 'baby-clothes', ageSize: '4T-5T' } as const
  await postItem(other, { ...ofSize, title: 'A lonely spinning top' })
  for (let n = 1; n < 14; n += 1) await postItem(seller, { ...ofSize, title: `Spinning top ${n}` })
  const page = await newMember('Ben')
  await openPage(page, await postItem(seller, { ...ofSize, title: 'The last spinning top' }))
  await expect(page.getByRole('region', { name: 'Similar items' })).toContainText('A lonely spinning top')
})
