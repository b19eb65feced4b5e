import sharp from 'sharp'
import { type GeminiDouble, startGeminiDouble } from '../../../src/testing/doubles/gemini-double.ts'
import type { Market } from '../../../src/testing/market/start-market.ts'
import { test as base } from './fixtures.ts'
import { runMarket } from './run-market.ts'

const KEY = 'key-of-the-double'

/** The product with an AI that plays what it is told. */
export const test = base.extend<object, { gemini: GeminiDouble; market: Market }>({
  gemini: [
    async ({}, use) => {
      const gemini = await startGeminiDouble({ key: KEY, model: 'gemini-2.5-flash', secrets: ['12 Alder Street'] })
      await use(gemini)
      await gemini.stop()
    },
    { scope: 'worker' },
  ],
  market: [
    ({ gemini }, use) => runMarket(use, { GEMINI_API_KEY: KEY, GEMINI_BASE_URL: gemini.url }),
    { scope: 'worker', timeout: 300_000 },
  ],
})

export const RED = '#b01020'

export async function picture(colour: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const drawing = `<svg width="800" height="600"><rect width="800" height="600" fill="${colour}"/><circle cx="400" cy="300" r="150" fill="#fff"/></svg>`
  const buffer = await sharp(Buffer.from(drawing)).jpeg().toBuffer()
  return { name: `${colour.slice(1)}.jpg`, mimeType: 'image/jpeg', buffer }
}

export async function isRed(photo: Buffer): Promise<boolean> {
  const corner = await sharp(photo).extract({ left: 0, top: 0, width: 20, height: 20 }).toBuffer()
  const [red, green] = (await sharp(corner).stats()).channels
  return (red?.mean ?? 0) > 120 && (green?.mean ?? 0) < 60
}
