import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type APIRequestContext, type Locator, type Page, expect } from '@playwright/test'
import type * as Axe from 'axe-core'
import sharp from 'sharp'
import type { CreateListingBody } from '../../../src/modules/catalog/contract.ts'
import type { StartedPurchase } from '../../../src/modules/purchasing/contract.ts'
import { buildPhoto, listingBody } from '../../../src/testing/market/builders.ts'

/** Makes the page's browser that of a new member, through the API: the sign-in screen has tests of its own. */
export async function signUp({ request }: Page, origin: string, firstName: string): Promise<void> {
  const email = newEmail(firstName)
  const { code } = await send<{ code: string }>(request, origin, '/api/auth/code', { email })
  await send(request, origin, '/api/auth/session', { email, code, firstName, lastName: 'Neighbour' })
}

/** The same through the sign-in screen, which the page has open. */
export async function signUpOnScreen(page: Page, firstName: string): Promise<void> {
  await nameOnScreen(page, firstName)
  await page.getByRole('button', { name: 'Skip for now' }).click()
  // Hidden from readers where a dialog opens over it, as for a visitor who wanted to save a search.
  await expect(page.getByRole('link', { name: '10 tokens', includeHidden: true })).toBeVisible()
}

/** From the address to the name of a new member, on the sign-in page. */
export async function nameOnScreen(page: Page, firstName: string): Promise<void> {
  await page.getByLabel('Email').fill(newEmail(firstName))
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = await page.getByRole('note').locator('strong').textContent()
  await page.getByLabel('Six-digit code').fill(code ?? '')
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill('Neighbour')
  await page.getByRole('button', { name: 'Continue' }).click()
}

const newEmail = (name: string) => `${name.toLowerCase()}-${crypto.randomUUID()}@example.com`

/** @throws Error with the answer unless it is a success */
export async function send<Body>(
  request: APIRequestContext,
  origin: string,
  path: string,
  data: object,
): Promise<Body> {
  const body = data instanceof FormData ? { multipart: data } : { data }
  const answer = await request.post(path, { headers: { origin }, ...body })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as Body
}

/** Pays for what the member has reserved, by a test card, and tells the market. */
export async function payFor(
  { request }: Page,
  origin: string,
  { purchaseId, clientSecret }: Pick<StartedPurchase, 'purchaseId' | 'clientSecret'>,
): Promise<void> {
  const card = { clientSecret, cardNumber: '4242 4242 4242 4242' }
  const confirm = '/api/sandbox/payments/confirm'
  const { paymentIntentId } = await send<{ paymentIntentId: string }>(request, origin, confirm, card)
  await send(request, origin, `/api/purchases/${purchaseId}/finish`, { paymentIntentId })
}

/** The one notification that is shown. */
export const toast = (page: Page): Locator => page.getByRole('region', { name: /F8/ }).getByRole('listitem')

/** Every page is opened here: what the server painted is waited for until React has it, so that no press is early. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.waitForFunction(hasLeftDialogs)
  await page.goto(path)
  await untilReady(page)
}

/** Whether no dialog that has just closed will still go back in the history, and stop the next page. Runs in the page. */
export function hasLeftDialogs(): boolean {
  return document.querySelector('[role=dialog]') !== null || !JSON.stringify(history.state).includes('overlays')
}

export async function reloadPage(page: Page): Promise<void> {
  await page.reload()
  await untilReady(page)
}

async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated)
  if (new URL(page.url()).pathname === '/purchases') await page.waitForFunction(areTradesHere)
}

/** Until the code at the door is a new one: it counts for its half minute and the next. */
export const untilNewCode = (page: Page): Promise<void> =>
  expect(page.getByRole('timer').first()).toContainText(/\b(2\d|30) s$/)

/** Waits until the API answers this member so: a job brings it about, and how long that takes is the machine's. */
export async function untilAnswers({ request }: Page, path: string, answer: RegExp): Promise<void> {
  await expect.poll(async () => (await request.get(path)).text()).toMatch(answer)
}

/** Whether no card of a trade will grow as its data comes, and move what is below from under the pointer. Runs in the page. */
function areTradesHere(): boolean {
  if (/Loading( \w+)?\.\.\./.test(document.querySelector('main')?.textContent ?? '')) return false
  return [...document.querySelectorAll('main article .animate-breathe')].every((skeleton) => {
    const { top, bottom } = skeleton.getBoundingClientRect()
    return bottom <= 0 || top >= innerHeight
  })
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

/** As axe is compiled, each field of each colour is an entry of a WeakMap. In the objects themselves they cost a quarter less. */
const AS_PROPERTIES = `class {
  key = Symbol()
  has(object) { return this.key in object }
  get(object) { return object[this.key] }
  set(object, value) { object[this.key] = value; return this }
  add(object) { return this.set(object, true) }
  delete(object) { return delete object[this.key] }
}`
const axeScript = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8').then(
  (axe) => `((WeakMap, WeakSet) => {${axe}})(${AS_PROPERTIES}, ${AS_PROPERTIES})`,
)
/** The seventh of a long list of cards or rows is like the six before it. */
const REPEATED = ['li:nth-child(n + 7):has(> article)', 'article:nth-child(n + 7)', 'tbody > tr:nth-child(n + 7)']

/** 0 violations on the whole page as it stands now. @param rules only these, where the others have been asked already */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Colours are judged at rest, not half-way through a fade.
  await page.evaluate(() => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return Promise.all(passing.map((animation) => animation.finished.catch(() => null)))
  })
  // Half a megabyte: to each document once.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(await axeScript)
  const frames = page.locator('[data-frame]')
  const looks = (await frames.evaluateAll(lookOf)).map((look) => `${String(rules)} ${look}`)
  await frames.evaluateAll(
    (elements, known) => elements.forEach((element, index) => element.toggleAttribute('data-known', known[index])),
    looks.map((look) => known.has(look)),
  )
  const violations = await page.evaluate(
    async ({ rules, exclude }) => {
      const { axe } = window as unknown as { axe: typeof Axe }
      const { violations } = await axe.run(
        { exclude },
        { resultTypes: ['violations'], ...(rules && { runOnly: rules }) },
      )
      return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) }))
    },
    { rules, exclude: [...REPEATED, '[data-known]'] },
  )
  expect(violations).toEqual([])
  for (const look of looks) known.add(look)
}

/** Header, footer and bottom bar that had no violation when they looked just like this. */
const known = new Set<string>()

/** All that axe may judge an element by, but for the numbers that React gives. Runs in the page. */
function lookOf(elements: Element[]): string[] {
  const { className } = document.documentElement
  return elements.map((element) => {
    const html = element.outerHTML.replace(
      / (?:id|for|aria-(?:controls|labelledby|describedby)|data-known)="[^"]*"/g,
      '',
    )
    return `${className} ${innerWidth} ${html}`
  })
}

/** Pixels: a desk read at 400 %, where only the width counts (WCAG 1.4.10); a phone; a desk. */
const NARROWEST = 320
const PHONE = 390
const DESK = 1440

/** Nothing sticks out at the side at any width; all rules of axe on a phone, and the colours of the dark theme on a desk. */
export async function expectGoodLooks(page: Page, widths = [NARROWEST, PHONE, DESK]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `px beyond the right edge at ${width}`).toBeLessThanOrEqual(0)
    if (width !== NARROWEST && width === widths.find((other) => other !== NARROWEST)) await expectAccessible(page)
  }
  const setDark = (dark: boolean) => page.evaluate((on) => document.documentElement.classList.toggle('dark', on), dark)
  await setDark(true)
  await expectAccessible(page, ['color-contrast'])
  await setDark(false)
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

/** Posts an item through the API, a toy with two photos unless told otherwise, and answers the path of its page. */
export async function postItem(page: Page, origin: string, fields: Partial<CreateListingBody>): Promise<string> {
  const photos = new FormData()
  for (const colour of ['#0b5563', '#f4a62a']) {
    photos.append('photos', new File([await smallPhoto(colour)], `${colour.slice(1)}.jpg`, { type: 'image/jpeg' }))
  }
  const { urls } = await send<{ urls: string[] }>(page.request, origin, '/api/upload', photos)
  const { id } = await send<{ id: string }>(page.request, origin, '/api/items', {
    ...listingBody({ contactName: 'Nora Neighbour' }),
    photos: urls,
    ...fields,
  })
  return `/item/${id}`
}

const smallPhoto = async (colour: string) => new Uint8Array(await buildPhoto({ width: 64, height: 48, colour }))

/** Fills in the post form, which shows its photos already. */
export async function fillToy(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill('Complete, and loved for two years. Every magnet still holds.')
  await page.getByLabel('Category').selectOption('toys')
  await page.getByLabel('Weight (lbs)').fill('4.5')
  await page.getByLabel('City', { exact: true }).fill('Portland')
  await page.getByLabel('Pickup address').fill('12 Alder Street')
  await page.getByLabel('Contact name').fill('Nora Neighbour')
  await page.getByLabel('Contact email').fill('nora@example.com')
}

export const scrolledTo = (page: Page) => page.evaluate(() => window.scrollY)
/** Scrolls there, and waits until it is noted for whoever comes back. */
export const scroll = (page: Page, top: number) =>
  page.evaluate(
    (to) =>
      new Promise((resolve) => {
        window.addEventListener('scrollend', () => setTimeout(resolve), { once: true })
        window.scrollTo(0, to)
      }),
    top,
  )
