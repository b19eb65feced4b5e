import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { hasLeftDialogs, openPage, toast } from './support/steps.ts'
import { stretchTimeouts } from './support/ordinary-pages.ts'

const PHONE = { width: 390, height: 844 }

const idOf = (item: string) => item.replace('/item/', '')
/** Its state, and what the member can spend, as the server has them. */
const stateOf = async ({ request }: Page, item: string) => {
  const { status } = (await (await request.get(`/api/items/${idOf(item)}`)).json()) as { status: string }
  const { tokens } = (await (await request.get('/api/auth/user')).json()) as { tokens: string }
  return [status, tokens]
}

/** Whether what lies over the page has its place in the history. Runs in the page. */
const hasOverlay = () => JSON.stringify(history.state).includes('overlays')

test('Back closes a sheet, a dialog and the photo on the whole screen, and leaves the page where it was', async ({
  newMember,
  postItem,
}) => {
  const owner = await newMember('Olga')
  const item = await postItem(owner, { title: 'A blue drum' })
  const page = await newMember('Ben')
  await page.setViewportSize(PHONE)
  await openPage(page, '/')
  await openPage(page, item)
  const dialog = page.getByRole('dialog')
  for (const opener of ['View full screen', 'Ask Question', 'Purchase Item']) {
    await page.getByRole('button', { name: opener }).first().click()
    await expect(dialog).toBeVisible()
    await page.waitForFunction(hasOverlay)
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(item)
  }
  // An overlay that was closed another way leaves nothing behind to go back through, nor does a page that was reached
  // from it.
  await page.getByRole('button', { name: 'Ask Question' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Ask Question' }).click()
  await dialog.getByLabel('Message').fill('Is it loud?')
  await dialog.getByRole('button', { name: 'Send Message' }).click()
  await page.waitForURL('**/inbox**')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'A blue drum', level: 1 })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.waitForFunction(hasLeftDialogs)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Share. Save. Sustain.' })).toBeVisible()

  await page.getByRole('button', { name: 'Search items' }).locator('visible=true').click()
  await dialog.getByText('Good', { exact: true }).click()
  await dialog.getByRole('button', { name: /^Show/ }).click()
  await expect(page).toHaveURL(/condition=good/)
  const back = () => page.evaluate(() => history.back())
  const forward = () => page.evaluate(() => history.forward())
  for (let round = 0; round < 2; round += 1) {
    await back()
    await expect(page).toHaveURL(/\/$/)
    await page.waitForFunction(hasLeftDialogs)
    await forward()
    await expect(page).toHaveURL(/condition=good/)
    await expect(dialog).toHaveCount(0)
  }
})

declare global {
  interface Window {
    /** Steps through the history that the page has asked for; they are held until they are taken. */
    held: (() => void)[]
  }
}

test('what is opened or gone to before the browser has stepped back from a closed dialog stays', async ({
  newMember,
  postItem,
}) => {
  const owner = await newMember('Olga')
  const item = await postItem(owner, { title: 'A blue drum' })
  const page = await newMember('Ben')
  await page.setViewportSize(PHONE)
  // A step that takes so long is given up.
  await stretchTimeouts(page, 10_000, 600_000)
  await page.addInitScript(() => {
    window.held = []
    for (const name of ['go', 'back', 'forward'] as const) {
      const step = history[name].bind(history)
      history[name] = (...by: [number?]) => void window.held.push(() => step(...by))
    }
  })
  const dialog = page.getByRole('dialog')
  const closeDialog = async () => {
    await page.getByRole('button', { name: 'Ask Question' }).click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.waitForFunction(() => window.held.length > 0)
  }
  const stepBack = () =>
    page.evaluate(() => {
      const taken = new Promise((done) => window.addEventListener('popstate', () => setTimeout(done), { once: true }))
      for (const step of window.held.splice(0)) step()
      return taken
    })
  await openPage(page, item)
  await closeDialog()
  await page.getByRole('button', { name: 'View full screen' }).click()
  await expect(dialog).toBeVisible()
  await stepBack()
  await expect(dialog).toBeVisible()
  await page.waitForFunction(hasOverlay)
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(item)

  await closeDialog()
  await page.getByRole('navigation', { name: 'Member' }).getByRole('link', { name: 'My Items' }).click()
  await stepBack()
  await expect(page.getByRole('heading', { name: 'My Available Items' })).toBeVisible()
  await expect(page).toHaveURL('/profile')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'A blue drum', level: 1 })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('Back closes the camera, wherever it was opened from', async ({ newMember }) => {
  const page = await newMember('Cam', { viewport: PHONE, hasTouch: true, isMobile: true })
  const camera = page.getByRole('dialog', { name: 'Camera' })
  const shutter = camera.getByRole('button', { name: 'Take photo' })
  await openPage(page, '/')
  await page.getByRole('navigation', { name: 'Member' }).getByRole('link', { name: 'Post' }).tap()
  await expect(shutter).toBeEnabled()
  await page.goBack()
  await expect(camera).toHaveCount(0)
  await expect(page).toHaveURL(/\/post$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)

  await openPage(page, '/batch-upload')
  await page.getByRole('button', { name: 'Take photos' }).tap()
  await shutter.tap()
  await expect(camera.getByText('1 of 10')).toBeVisible()
  await page.goBack()
  await expect(camera).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Items' }).locator('> li')).toHaveCount(1)
  await page.getByRole('button', { name: 'Take photos' }).tap()
  await camera.getByRole('button', { name: 'Done' }).tap()
  await expect(camera).toHaveCount(0)
  await page.waitForFunction(hasLeftDialogs)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})

test('however the payment is left, the thing is free again and the tokens are back', async ({
  newMember,
  postItem,
}) => {
  const owner = await newMember('Olga')
  const page = await newMember('Ben')
  const toPayment = async (item: string) => {
    await openPage(page, item)
    await page.getByRole('button', { name: 'Purchase Item' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(page.getByRole('dialog').getByLabel('Card number')).toBeVisible()
    expect(await stateOf(page, item)).toEqual(['reserved', '6.98'])
  }
  const ways: [string, () => Promise<unknown>][] = [
    ['×', () => page.getByRole('button', { name: 'Close' }).click()],
    ['Back', () => page.goBack()],
    ['a reload', () => page.reload()],
    ['another address', () => page.goto('/tokens')],
    [
      'closing the tab',
      async () => {
        // Chromium gives a tab that is closed half a second for its last words: a busy machine's come too late.
        await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
        await page.close({ runBeforeUnload: false })
      },
    ],
  ]
  for (const [way, leave] of ways) {
    const item = await postItem(owner, { title: 'A red drum' })
    await toPayment(item)
    await leave()
    await expect.poll(() => stateOf(page, item), way).toEqual(['available', '10.00'])
  }
})

test('the way back to the listings keeps filters and place; who came another way gets the list', async ({
  newMember,
  postItem,
}) => {
  const owner = await newMember('Olga')
  for (let n = 1; n <= 8; n += 1) await postItem(owner, { title: `Marble ${n}` })
  const page = await newMember('Ben')
  await page.setViewportSize(PHONE)
  await openPage(page, '/?search=marble')
  await page.evaluate(() => window.scrollTo(0, 600))
  await page.waitForFunction(() => window.scrollY === 600)
  const marble = page.getByRole('link', { name: 'Marble 2' })
  const before = (await marble.boundingBox())?.y ?? 0
  await marble.click()
  await page.getByRole('button', { name: 'View full screen' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to listings' }).click()
  await expect(page).toHaveURL(/\/\?search=marble$/)
  await expect.poll(async () => Math.abs(((await marble.boundingBox())?.y ?? 0) - before)).toBeLessThan(4)

  const item = await postItem(owner, { title: 'Marble 9' })
  await openPage(page, '/tokens')
  await openPage(page, item)
  await page.getByRole('link', { name: 'Back to listings' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(toast(page)).toHaveCount(0)
})
