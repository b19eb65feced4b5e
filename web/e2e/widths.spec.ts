import type { Page } from '@playwright/test'
import { furnish, openScreen } from './support/every-screen.ts'
import { expect, testOnOwnMarket } from './support/fixtures.ts'

/** The widths of today's phones, and of a desk read at 400 %. */
const WIDTHS = [320, 360, 375, 384, 390, 393, 402, 412, 430]
/** Text of twice the size is asked of a phone, not of the narrowest there is. */
const LARGE_TEXT_FROM = 360

const test = testOnOwnMarket()

test('every page fits every phone, at 200% text too, and shows what is chosen without colours', async ({
  newMember,
  postItem,
  market,
}) => {
  test.slow()
  const { page, screens } = await furnish({ market, newMember, postItem })
  const problems: string[] = []
  for (const screen of screens) {
    await openScreen(page, screen)
    problems.push(
      ...(await lookAt(page)).map(
        (problem) => `${new URL(page.url()).pathname.replace(/[0-9a-f-]{36}/, ':id')}: ${problem}`,
      ),
    )
  }
  // German has the longest words.
  await page.request.patch('/api/users/me', { headers: { origin: market.url }, data: { language: 'de' } })
  for (const screen of screens.filter(({ open }) => !open)) {
    await openScreen(page, screen)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    problems.push(...(await page.evaluate(findOverflow)).map((found) => `${screen.path} in German: ${found}`))
  }
  expect(problems).toEqual([])
})

/** Parts that stick out at the side, or are chosen and don't look it: the page is loaded once and looked at many times. */
async function lookAt(page: Page): Promise<string[]> {
  const problems = new Map<string, number[]>()
  for (const text of ['100%', '200%']) {
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), text)
    for (const width of WIDTHS) {
      if (text === '200%' && width < LARGE_TEXT_FROM) continue
      await page.setViewportSize({ width, height: 844 })
      for (const found of await page.evaluate(findOverflow)) {
        const problem = `${found}, with text of ${text}`
        problems.set(problem, [...(problems.get(problem) ?? []), width])
      }
    }
  }
  await page.emulateMedia({ forcedColors: 'active' })
  const unseen = await page.evaluate(findHiddenChoices)
  await page.emulateMedia({ forcedColors: 'none' })
  const invalid = await page.evaluate(findInvalid)
  return [...invalid, ...[...problems].map(([problem, widths]) => `${problem} at ${widths.join(', ')} px`), ...unseen]
}

/** Elements that the rules of HTML don't allow where they stand. Runs in the page. */
function findInvalid(): string[] {
  const wrong = [
    ':is(ul, ol, menu) > :not(li, script, template)',
    'dl > :not(dt, dd, div)',
    ':is(p, h1, h2, h3, h4, button, label) :is(p, div, ul, ol, dl, section, article, h1, h2, h3, h4, form, table)',
    ':is(a, button, label) :is(a, button)',
    'form form',
    'li:not(:is(ul, ol, menu) > li)',
    'option[value] > *',
    'img:not([alt])',
  ]
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  return [
    ...wrong.flatMap((rule) => (document.querySelector(rule) ? [`not HTML: ${rule}`] : [])),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `the id ${id} twice`),
  ]
}

/** The page itself, and each control that lies beyond an edge with no way to scroll to it. Runs in the page. */
function findOverflow(): string[] {
  const beyond = document.documentElement.scrollWidth - innerWidth
  const reachable = (element: Element): boolean => {
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(one).overflowX)) return true
    return false
  }
  const out = [...document.querySelectorAll('a, button, input, select, textarea, h1, h2')].filter((element) => {
    const { left, right, width, height } = element.getBoundingClientRect()
    if (width <= 1 || height <= 1) return false
    return (right > innerWidth + 1 || left < -1) && !reachable(element)
  })
  // The last in the document lies deepest.
  const widest = [...document.querySelectorAll('body *')].findLast(
    (element) => element.getBoundingClientRect().right > innerWidth + 0.5 && !reachable(element),
  )
  return [
    ...(beyond > 0 ? [`${widest?.tagName} ${widest?.textContent.slice(0, 30)} is wider than the screen`] : []),
    ...out.map((element) => `${element.tagName} ${element.textContent.slice(0, 30)} is cut off`),
  ]
}

/** Everything chosen that has no edge of its own and isn't a control that the browser draws. Runs in the page. */
function findHiddenChoices(): string[] {
  const CHOSEN =
    ':checked:not(option), [aria-checked=true], [aria-pressed=true], [aria-selected=true], [aria-current]:not([aria-current=false])'
  const isDrawn = (element: Element) => {
    const { appearance, opacity, clipPath, position } = getComputedStyle(element)
    return (
      element.matches('input') &&
      appearance !== 'none' &&
      opacity !== '0' &&
      !(clipPath !== 'none' && position === 'absolute')
    )
  }
  return [...document.querySelectorAll(CHOSEN)]
    .filter((element) => {
      const shown = element.closest('label') ?? element
      const { width, height } = shown.getBoundingClientRect()
      if (width <= 1 || height <= 1 || isDrawn(element)) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(shown)
      return !(outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2)
    })
    .map((element) => `${(element.closest('label') ?? element).textContent} doesn't look chosen without colours`)
}
