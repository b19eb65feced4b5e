/**
 * `npm run screenshots:compare -- REVISION`: the twelve screens of a phone that have changed most since then, before and
 * after side by side, in one picture that git ignores. The older site is checked out and built in a folder of its own.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startMarket } from '../../src/testing/market/start-market.ts'
import { findChromium } from '../../src/testing/run/chromium.ts'
import { setOrdinaryTime } from './support/ordinary-pages.ts'

const HERE = fileURLToPath(new URL('../../', import.meta.url))
const PICTURE = join(HERE, 'test-results', 'before-and-after.png')
const PHONE = { width: 390, height: 844 }
const SHOWN = 12
/** Seconds without a change after which a demo is taken for complete. */
const STILL_S = 20

const follow = (name: RegExp) => (page: Page) => page.getByRole('main').getByRole('link', { name }).first().click()
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Each with the address where it begins, and the steps from there; in words that both revisions know. */
const SCREENS: [name: string, path: string, ...steps: ((page: Page) => Promise<void>)[]][] = [
  ['Home', '/'],
  ['A search that finds nothing', '/?search=trousers+3T'],
  ['A listing', '/', follow(/Play castle/)],
  ['Buying it', '/', follow(/Play castle/), press('Purchase Item')],
  ['A neighbour', '/', follow(/Play castle/), (page) => page.locator('a[href^="/neighbour/"]:visible').first().click()],
  ['Pickup', '/pickup'],
  ['Purchases', '/purchases'],
  ['Sales', '/purchases?tab=sold'],
  ['Inbox', '/inbox'],
  ['A conversation', '/inbox', (page) => page.locator('a[href*="conversation="]:visible').first().click()],
  ['Tokens', '/tokens'],
  ['Posting', '/post'],
  ['Posting many', '/batch-upload'],
  ['My items', '/profile'],
  ['Account', '/account'],
  ['Notifications', '/notifications'],
  ['Saved', '/favourites'],
]

const [revision] = process.argv.slice(2)
if (revision === undefined) throw new RangeError('since which revision?')
const older = await mkdtemp(join(tmpdir(), 'older-'))
const { path, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath: path, args, env })
try {
  run(HERE, 'git', 'worktree', 'add', '--detach', older, revision)
  run(older, 'npm', 'ci', '--no-audit', '--no-fund')
  run(older, process.execPath, 'web/build.ts')
  const before = await takeAll(browser, join(older, 'src/web.ts'))
  const after = await takeAll(browser, join(HERE, 'src/web.ts'))
  const pairs = SCREENS.flatMap(([name]) => {
    const [old, current] = [before.get(name), after.get(name)]
    return old && current ? [{ name, old, current }] : []
  })
  const measured = await Promise.all(pairs.map(async (pair) => ({ ...pair, changed: await difference(pair) })))
  const shown = measured.toSorted((one, other) => other.changed - one.changed).slice(0, SHOWN)
  await mkdir(join(HERE, 'test-results'), { recursive: true })
  await draw(browser, shown)
  console.log(PICTURE)
} finally {
  await browser.close()
  run(HERE, 'git', 'worktree', 'remove', '--force', older)
  await rm(older, { recursive: true, force: true })
}

function run(cwd: string, command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The screens of one checkout's demo, as Maya sees them, by name; a screen that it doesn't have yet is left out. */
async function takeAll(browser: Browser, file: string): Promise<Map<string, Buffer>> {
  const market = await startMarket({ DEMO: 'on' }, file)
  const context = await browser.newContext({
    baseURL: market.url,
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  try {
    await untilNothingIsAdded(market.url)
    await setOrdinaryTime(context)
    const page = await context.newPage()
    await page.goto('/api/login')
    await page.getByRole('button', { name: 'Maya' }).click()
    await page.waitForURL((url) => !/login/.test(url.pathname))
    const taken = new Map<string, Buffer>()
    for (const [name, start, ...steps] of SCREENS) {
      try {
        await page.goto(start)
        await untilAllIsHere(page)
        for (const step of steps) {
          await step(page)
          await untilAllIsHere(page)
        }
        taken.set(name, await page.screenshot())
      } catch (error) {
        console.warn(`${name} is not in ${file}: ${String(error).split('\n')[0]}`)
      }
    }
    return taken
  } finally {
    await context.close()
    await market.stop()
  }
}

/** The demo neighbourhood fills while the site is already open, and each revision has its own. */
async function untilNothingIsAdded(url: string): Promise<void> {
  let known = ''
  for (let same = 0; same < STILL_S; same += 1) {
    const figures = await (await fetch(`${url}/api/impact/stats`)).text()
    if (figures !== known) same = 0
    known = figures
    await delay(1000)
  }
}

/** Nothing is loaded any more, and that for a second: a press may be answered only after a moment. */
async function untilAllIsHere(page: Page): Promise<void> {
  for (let quiet = 0; quiet < 4;) {
    await page.waitForTimeout(250)
    await page.waitForLoadState('networkidle')
    quiet = (await page.getByText(/^Loading/).count()) === 0 ? quiet + 1 : 0
  }
}

/** From 0, the same, to 255: by how much a point of the two differs. */
async function difference({ old, current }: { old: Buffer; current: Buffer }): Promise<number> {
  const compared = sharp(old)
    .composite([{ input: current, blend: 'difference' }])
    .removeAlpha()
  const { channels } = await sharp(await compared.png().toBuffer()).stats()
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length
}

async function draw(browser: Browser, pairs: { name: string; old: Buffer; current: Buffer }[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 2400, height: 800 } })
  const picture = (png: Buffer) => `<img src="data:image/png;base64,${png.toString('base64')}">`
  const figures = pairs.map(
    ({ name, old, current }) => `<figure><figcaption>${name}</figcaption>${picture(old)}${picture(current)}</figure>`,
  )
  await page.setContent(`<style>
      body { margin: 24px; font: 600 22px sans-serif; background: #ddd }
      main { display: grid; grid-template-columns: repeat(4, 1fr); gap: 32px }
      figure { margin: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 8px }
      figcaption { grid-column: 1 / -1 }
      img { width: 100% }
    </style><p>Before, at ${revision}, and now</p><main>${figures.join('')}</main>`)
  await page.screenshot({ path: PICTURE, fullPage: true })
}
