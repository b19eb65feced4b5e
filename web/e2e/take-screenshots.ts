// `npm run screenshots`: the pictures of the README, taken from the demo neighbourhood of this very code.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../../src/testing/run/chromium.ts'
import { startMarket } from '../../src/testing/market/start-market.ts'
import { demoIsComplete } from './demo-template.ts'

const FOLDER = fileURLToPath(new URL('../readme/', import.meta.url))

const market = await startMarket({ DEMO: 'on' })
const { path, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath: path, args, env })
try {
  await demoIsComplete(market.url)
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${market.url}/api/login`)
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
    await mkdir(FOLDER, { recursive: true })
    await sharp(await page.screenshot())
      .resize(1000)
      .webp({ quality: 72 })
      .toFile(`${FOLDER}${name}.webp`)
  }
} finally {
  await browser.close()
  await market.stop()
}
