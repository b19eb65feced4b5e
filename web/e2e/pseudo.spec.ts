import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { pseudo } from '../../src/testing/language/pseudo-language.ts'
import { furnish, openScreen } from './support/every-screen.ts'
import { expect, testOnOwnMarket } from './support/fixtures.ts'
import { type RunningMarket, runMarket } from './support/run-market.ts'

const test = testOnOwnMarket().extend<object, { market: RunningMarket }>({
  market: [
    async ({}, use) => {
      await promisify(execFile)(process.execPath, ['web/e2e/support/build-pseudo-site.ts'])
      await runMarket(use, { MARKET_LANGUAGE: 'ar' }, { file: 'web/e2e/support/pseudo-web.ts' })
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

test('all screens in a language that is longer, marked and mirrored: nothing is cut, sticks out, or stays English', async ({
  newMember,
  newPage,
  postItem,
  market,
}) => {
  test.slow()
  const { page, screens, visitorsScreens } = await furnish({ market, newMember, postItem })
  const headers = { origin: market.url }
  await page.request.patch('/api/users/me', { headers, data: { language: 'ar' } })
  const { version } = (await (await page.request.get('/api/admin/site')).json()) as { version: number }
  await page.request.patch('/api/admin/site', { headers, data: { version, name: 'Γειτονιά', place: 'Θεσσαλονίκη' } })
  const visitor = await newPage({ locale: 'ar' })
  const faults = new Set<string>()
  for (const [reader, screen] of [
    ...screens.map((one) => [page, one] as const),
    ...visitorsScreens.map((one) => [visitor, one] as const),
  ]) {
    await openScreen(reader, screen, pseudo)
    for (const fault of await look(reader)) faults.add(`${screen.path.replace(/[0-9a-f-]{36}/, ':id')}: ${fault}`)
  }
  expect([...faults]).toEqual([])
})

const WIDTHS = [390, 1440]

async function look(page: Page): Promise<string[]> {
  const faults = await page.evaluate(findEnglish)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    const found = await page.evaluate(findCut)
    faults.push(...found.map((fault) => `${fault} at ${width} px`))
  }
  return faults
}

/** Texts with two letters of English beside each other: all that is said is marked. Runs in the page. */
function findEnglish(): string[] {
  /** Addresses, numbers of things, zones, commands, devices, and what money and clocks are called everywhere. */
  const OF_ITSELF =
    /\S+@\S+|https?:\S+|[0-9a-f]{8}-[0-9a-f-]{27}|^\w+\/[\w/ -]+$|market [a-z]+( [A-Z]+)?|Chrome|Linux|Mac|Windows|US\$|\b[A-Z]{3}\b/g
  /** A language is called by its own name. */
  const UNREAD = 'script, style, template, noscript, body [lang], select:has([value="pt-BR"])'
  const read = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (parentElement?.closest(UNREAD) === null) read.push(textContent ?? '')
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) read.push(element.getAttribute(name) ?? '')
  return read
    .filter((text) => /[A-Za-z]{2}/.test(text.replaceAll(OF_ITSELF, '')))
    .map((text) => `"${text.trim()}" is English`)
}

/** Elements that stick out of the page, of a button, or of a box that cuts them off. Runs in the page. */
function findCut(): string[] {
  const CONTROL = 'button, a, label, summary, [role=tab], [role=menuitem], h1, h2, h3, th, td'
  const faults: string[] = []
  const beyond = document.documentElement.scrollWidth - innerWidth
  if (beyond > 0) faults.push(`the page is ${beyond} px wider than the screen`)
  const check = (what: string, within: Element | null, rects: DOMRect[]) => {
    if (!within?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return
    for (let box: Element | null = within; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box)
      const { left, right, top, bottom, width, height } = box.getBoundingClientRect()
      // Only for who hears it.
      if (width <= 1 || height <= 1) return
      const [cutsX, cutsY] = [overflowX, overflowY].map((overflow) => overflow === 'hidden' || overflow === 'clip')
      const sticksOut = rects.some((rect) => rect.left < left - 1.5 || rect.right > right + 1.5)
      if (sticksOut && (cutsX || box.matches(CONTROL)))
        faults.push(`${what} ${cutsX ? 'is cut by' : 'sticks out of'} ${box.tagName} ${box.className}`)
      else if (cutsY && rects.some((rect) => rect.top < top - 3 || rect.bottom > bottom + 3))
        faults.push(`${what} is cut below by ${box.tagName} ${box.className}`)
      if ([overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll')) return
      if (position === 'fixed') return
    }
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const text = document.createRange()
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode
    // Texts of members may be shortened.
    if (!/[áéíöü]/i.test(textContent ?? '') || parentElement?.closest('script, style, template, noscript, option'))
      continue
    text.selectNodeContents(walker.currentNode)
    const lines = [...text.getClientRects()].filter(({ width }) => width > 0)
    check(`"${(textContent ?? '').trim().slice(0, 60)}"`, parentElement, lines)
  }
  for (const icon of document.querySelectorAll('span > svg'))
    check(`the icon of "${icon.parentElement?.textContent}"`, icon.parentElement, [icon.getBoundingClientRect()])
  return faults
}
