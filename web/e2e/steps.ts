import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type Locator, type Page, expect } from '@playwright/test'
import sharp from 'sharp'

/** A browser of one's own, signed in as a new member through the sign-in screen. */
export async function newMember(browser: Browser, baseURL: string, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  const page = await context.newPage()
  failOnConsoleErrors(page)
  await openPage(page, '/api/login')
  await page.getByLabel('Email').fill(`${name.toLowerCase()}-${crypto.randomUUID()}@example.com`)
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = await page.getByRole('note').locator('strong').textContent()
  await page.getByLabel('Six-digit code').fill(code ?? '')
  await page.getByLabel('First name').fill(name)
  await page.getByLabel('Last name').fill('Neighbour')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('link', { name: '10 tokens' })).toBeVisible()
  return page
}

/** The one notification that is shown. */
export const toast = (page: Page): Locator => page.getByRole('region', { name: /F8/ }).getByRole('listitem')

/** Every page is opened here: what the server painted is waited for until React has it, so that no press is early. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(isHydrated)
}

export async function reloadPage(page: Page): Promise<void> {
  await page.reload()
  await page.waitForFunction(isHydrated)
}

/** Whether React knows all that can be pressed or filled in. Runs in the page. */
export function isHydrated(): boolean {
  return [...document.querySelectorAll('#root :is(a, button, input, select, textarea), h1')].every((element) =>
    Object.keys(element).some((key) => key.startsWith('__reactFiber')),
  )
}

/** A hydration warning, a refused resource or an uncaught error fails the test that sees it. */
export function failOnConsoleErrors(page: Page): void {
  page.on('pageerror', (error) => {
    throw error
  })
  page.on('console', (message) => {
    // The visitor's 401 on the current-user call is an answer, and Chromium logs every 4xx as an error.
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) {
      throw new Error(`console: ${message.text()}`)
    }
  })
}

/** 0 violations on the whole page as it stands now. @param rules only these, where the others have been asked already */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Colours are judged at rest, not half-way through a fade.
  await page.evaluate(() => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return Promise.all(passing.map((animation) => animation.finished.catch(() => null)))
  })
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) }))).toEqual([])
}

/** A desk read at 400 %, where only the width is asked for (WCAG 1.4.10); a phone; a desk. */
const NARROWEST = 320
const WIDTHS = [NARROWEST, 390, 1440]

/** On a phone and on a desk, by day and by night: 0 violations, and nothing sticks out at the side. */
export async function expectGoodLooks(page: Page, widths = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `px beyond the right edge at ${width}`).toBeLessThanOrEqual(0)
    if (width === NARROWEST) continue
    for (const theme of ['light', 'dark']) {
      await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark')
      // The night changes colours only.
      await expectAccessible(page, theme === 'dark' ? ['color-contrast'] : undefined)
    }
  }
}

/** A photo that a phone would make: large, and lying on its side with a note to turn it. */
export function phonePhoto(colour: string): Promise<Buffer> {
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: colour } })
    .composite([
      { input: Buffer.from('<svg width="600" height="600"><circle cx="300" cy="300" r="280" fill="#fff8"/></svg>') },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** Posts a toy through the post form and answers the path of its page. */
export async function postToy(page: Page, title: string): Promise<string> {
  await openPage(page, '/post')
  const photos = await Promise.all(['#0b5563', '#f4a62a'].map(phonePhoto))
  await page
    .getByLabel(/Add photos/)
    .setInputFiles(photos.map((buffer, index) => ({ name: `photo-${index}.jpg`, mimeType: 'image/jpeg', buffer })))
  await page.getByRole('button', { name: 'Analyze with AI' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill('Complete, and loved for two years. Every magnet still holds.')
  await page.getByLabel('Category').selectOption('toys')
  await page.getByLabel('Weight (lbs)').fill('4.5')
  await page.getByLabel('City', { exact: true }).fill('Portland')
  await page.getByLabel('Pickup address').fill('12 Alder Street')
  await page.getByLabel('Contact name').fill('Nora Neighbour')
  await page.getByLabel('Contact email').fill('nora@example.com')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Post Item' }).last().click()
  await expect(page.getByText('Your item has been posted successfully.').first()).toBeVisible()
  const link = page.getByRole('main').getByRole('link', { name: title })
  await expect(link).toBeVisible()
  return (await link.getAttribute('href')) ?? ''
}
