/**
 * `npm run screenshots`: the pictures of the README, taken from the demo neighbourhood of this very code.
 * `-- --homes`: one picture of the home page in each language, side by side on phones.
 * `-- --morning`: an admin's morning, step by step, as its test walks it.
 * `-- --language ar`: each screen in that language, on phones and at a desk, on sheets to be looked at.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type BrowserContextOptions, chromium } from '@playwright/test'
import sharp from 'sharp'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.ts'
import { translate } from '../../src/platform/language/translate.ts'
import { type Language, LANGUAGES, languageNamed } from '../../src/platform/language/words.ts'
import { findChromium } from '../../src/testing/run/chromium.ts'
import { type Market, startMarket } from '../../src/testing/market/start-market.ts'
import { demoIsComplete } from './support/demo-template.ts'
import { furnish, openScreen } from './support/every-screen.ts'
import { openPage, postItem, signUp } from './support/steps.ts'

const README = fileURLToPath(new URL('../readme/', import.meta.url))
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

const { values } = parseArgs({
  options: { homes: { type: 'boolean' }, morning: { type: 'boolean' }, language: { type: 'string' } },
})
const language = languageNamed(values.language)
if (values.language !== undefined && language === null) throw new RangeError(`one of ${LANGUAGES.join(', ')}`)

const { path, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath: path, args, env })
const newPage = async (options: BrowserContextOptions) =>
  (await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage()
try {
  if (language) await takeScreens(language)
  else if (values.morning) await takeMorning()
  else await withDemo(values.homes ? takeHomes : takeReadme)
} finally {
  await browser.close()
}

async function withDemo(work: (market: Market) => Promise<void>): Promise<void> {
  const market = await startMarket({ DEMO: 'on' })
  try {
    await demoIsComplete(market.url)
    await work(market)
  } finally {
    await market.stop()
  }
}

async function takeReadme({ url }: Market): Promise<void> {
  const page = await newPage({ viewport: { width: 1200, height: 800 } })
  await page.goto(`${url}/api/login`)
  await page.getByRole('button', { name: 'Maya' }).click()
  await page.getByRole('heading', { name: 'items available' }).evaluate((heading) => {
    window.scrollBy(0, heading.getBoundingClientRect().top - 150)
  })
  await save('home')

  await page.getByRole('main').getByRole('link', { name: 'Play castle' }).click()
  await page.getByRole('button', { name: 'Purchase Item' }).click()
  await page.getByRole('button', { name: 'Proceed to Payment' }).waitFor()
  await save('purchase')

  async function save(name: string): Promise<void> {
    await page.waitForLoadState('networkidle')
    await mkdir(README, { recursive: true })
    await sharp(await page.screenshot())
      .resize(1000)
      .webp({ quality: 72 })
      .toFile(`${README}${name}.webp`)
  }
}

async function takeHomes({ url }: Market): Promise<void> {
  const homes: Buffer[] = []
  for (const locale of LANGUAGES) {
    const page = await newPage({ locale, viewport: PHONE })
    // The first visit is painted before its letters are here.
    for (let visit = 1; visit <= 2; visit += 1) {
      await openPage(page, url)
      await page.waitForLoadState('networkidle')
    }
    homes.push(await page.screenshot())
    await page.context().close()
  }
  await saveSheet(homes, PHONE, join(README, 'homes.webp'))
}

async function takeScreens(spoken: Language): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `screens-${spoken}-`))
  const dataDir = await mkdtemp(join(tmpdir(), 'market-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const market = await startMarket({ DATABASE_URL: postgres.url, MARKET_LANGUAGE: spoken })
  const baseURL = market.url
  const say = (message: string) => translate(spoken, message)
  const newVisitor = () => newPage({ baseURL, locale: spoken })
  try {
    const { page, screens, visitorsScreens } = await furnish({
      market: { ...market, databaseUrl: postgres.url },
      newMember: async (name) => {
        const member = await newVisitor()
        await signUp(member, baseURL, name)
        return member
      },
      postItem: (owner, fields) => postItem(owner, baseURL, fields),
    })
    for (const [reader, who, all] of [
      [page, 'member', screens],
      [await newVisitor(), 'visitor', visitorsScreens],
    ] as const) {
      const [onPhones, atDesk]: [Buffer[], Buffer[]] = [[], []]
      for (const screen of all) {
        await openScreen(reader, screen, say)
        onPhones.push(await reader.screenshot())
        await reader.setViewportSize(DESK)
        atDesk.push(await reader.screenshot())
      }
      await saveSheets(onPhones, PHONE, 6, join(folder, `${who}-phone`))
      await saveSheets(atDesk, DESK, 2, join(folder, `${who}-desk`))
    }
    console.log(folder)
  } finally {
    await market.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function takeMorning(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'morning-'))
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const test = spawn('npx', ['playwright', 'test', 'desk.spec'], {
    cwd,
    env: { ...process.env, MORNING_PICTURES: folder },
    stdio: 'inherit',
  })
  const [code] = (await once(test, 'exit')) as [number | null]
  if (code !== 0) throw new Error('the morning did not go as its test says')
  console.log(folder)
}

type Size = typeof PHONE

async function saveSheets(pictures: Buffer[], size: Size, each: number, name: string): Promise<void> {
  for (let first = 0; first < pictures.length; first += each)
    await saveSheet(pictures.slice(first, first + each), size, `${name}-${1 + first / each}.webp`)
}

/** Pictures of one size side by side. */
async function saveSheet(pictures: Buffer[], { width, height }: Size, file: string): Promise<void> {
  const GAP = 16
  const create = { width: pictures.length * (width + GAP) - GAP, height, channels: 3 as const, background: '#8a8a8a' }
  await sharp({ create })
    .composite(pictures.map((input, index) => ({ input, left: index * (width + GAP), top: 0 })))
    .webp({ quality: 80 })
    .toFile(file)
}
