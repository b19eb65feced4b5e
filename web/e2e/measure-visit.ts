// `npm run measure`: a cold visit to the home page and to an item over a slow line, on a slow phone, of this very code; beside it
// the same pages painted by the browser alone, and the painted pages without a script. They take turns, so that a busy machine
// is unfair to none. Then a member's second visit, which has scripts and styles in the browser. Then Lighthouse.
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../src/testing/run/chromium.ts'
import { startMarket } from '../../src/testing/market/start-market.ts'
import { demoIsComplete } from './support/demo-template.ts'
import { lighthouseScores } from './lighthouse-scores.ts'
import { signInAs } from './sign-in-as.ts'
import { serveUnpainted } from './support/unpainted.ts'

/** A 3G phone: 150 ms round trip, 1.44 Mbit/s down, a processor four times slower than this one. */
const LINE = { offline: false, latency: 150, downloadThroughput: (1.44 * 1024 * 1024) / 8, uploadThroughput: 84_375 }
const SLOWER = 4
const VISITS = 5

interface Visit {
  requests: number
  kilobytes: number
  scriptKilobytes: number
  firstPaint: number
  largestPaint: number
  layoutShift: number
  /** Milliseconds after the first paint by which tasks were longer than 50. */
  blocking: number
  /** The first photo's own width, and the one at which it is shown, in pixels of the screen. */
  photo: string
}

const market = await startMarket({ DEMO: 'on' })
const { path, args, env } = await findChromium()
const unpainted = await serveUnpainted(market.url)
const browser = await chromium.launch({ executablePath: path, args, env })
try {
  await demoIsComplete(market.url)
  const [item] = (await (await fetch(`${market.url}/api/items?status=available&limit=1`)).json()) as { id: string }[]
  const table: Record<string, Visit> = {}
  const scores: Record<string, Record<string, number>> = {}
  for (const page of ['/', `/item/${item?.id ?? ''}`]) {
    const name = page.startsWith('/item') ? '/item/:id' : page
    const visits: Visit[] = []
    const others: Visit[] = []
    const bare: Visit[] = []
    for (let turn = 0; turn < VISITS; turn += 1) {
      visits.push(await visit(market.url + page))
      others.push(await visit(unpainted.url + page))
      bare.push(await visit(market.url + page, ['*.js']))
    }
    table[name] = medians(visits)
    table[`${name}, painted by the browser`] = medians(others)
    table[`${name}, without scripts`] = medians(bare)
    scores[name] = await lighthouseScores(market.url + page)
  }
  table["/, a member's second visit"] = medians(await secondVisits())
  console.table(table)
  console.table(scores)
} finally {
  await browser.close()
  unpainted.server.close()
  await market.stop()
}

/** @param blocked addresses that are not fetched, as patterns */
async function visit(address: string, blocked: string[] = []): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setBlockedURLs', { urls: blocked })
  const seen = await look(page, address)
  await context.close()
  return seen
}

/** Signed in, each time in a browser that has been here once and has got what is kept for offline. */
async function secondVisits(): Promise<Visit[]> {
  const visits: Visit[] = []
  for (let turn = 0; turn < VISITS; turn += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const first = await context.newPage()
    await signInAs(first, market.url, 'Maya')
    await first.goto(market.url, { waitUntil: 'networkidle' })
    await first.evaluate(() => navigator.serviceWorker.ready)
    await first.goto(market.url, { waitUntil: 'networkidle' })
    await first.close()
    visits.push(await look(await context.newPage(), market.url))
    await context.close()
  }
  return visits
}

async function look(page: Page, address: string): Promise<Visit> {
  const bytes = await slowDown(page)
  await page.addInitScript(() => {
    const seen = { largest: 0, shift: 0, blocking: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.largest = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity
      for (const { startTime, duration } of list.getEntries())
        if (startTime + duration > painted) seen.blocking += duration - 50
    }).observe({ type: 'longtask', buffered: true })
  })
  await page.goto(address, { waitUntil: 'networkidle', timeout: 90_000 })
  const paint = await page.evaluate(() => ({
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    ...(window as unknown as { seen: { largest: number; shift: number; blocking: number } }).seen,
    photo: [...document.querySelectorAll<HTMLImageElement>('main picture img')]
      .slice(0, 1)
      // The browser tells the width of a file that it has chosen by width as what is shown.
      .map(
        (img) => `${/-(\d+)\.\w+$/.exec(img.currentSrc)?.[1] ?? 'own'} for ${Math.round(img.width * devicePixelRatio)}`,
      )
      .join(''),
  }))
  return {
    requests: bytes.requests,
    kilobytes: Math.round(bytes.all / 1024),
    scriptKilobytes: Math.round(bytes.scripts / 1024),
    firstPaint: Math.round(paint.first),
    largestPaint: Math.round(paint.largest),
    layoutShift: Number(paint.shift.toFixed(4)),
    blocking: Math.round(paint.blocking),
    photo: paint.photo,
  }
}

/** Throttles the page, and counts what crosses the line, compressed as it is. */
async function slowDown(page: Page): Promise<{ requests: number; all: number; scripts: number }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const bytes = { requests: 0, all: 0, scripts: 0 }
  const scripts = new Set<string>()
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    bytes.requests += 1
    if (type === 'Script') scripts.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength
    if (scripts.has(requestId)) bytes.scripts += encodedDataLength
  })
  return bytes
}

function medians(visits: Visit[]): Visit {
  const middle = (key: Exclude<keyof Visit, 'photo'>) =>
    visits.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(visits.length / 2)]!
  return {
    requests: middle('requests'),
    kilobytes: middle('kilobytes'),
    scriptKilobytes: middle('scriptKilobytes'),
    firstPaint: middle('firstPaint'),
    largestPaint: middle('largestPaint'),
    layoutShift: middle('layoutShift'),
    blocking: middle('blocking'),
    photo: visits[0]!.photo,
  }
}
