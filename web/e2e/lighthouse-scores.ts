import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium } from '../../src/testing/run/chromium.ts'
import { freePort } from '../../src/testing/market/start-market.ts'

/** Fetched by npm when it is wanted: it is as large as all packages of this project together. */
const LIGHTHOUSE = 'lighthouse@13.5.0'

/** From 0 to 1 in each of Lighthouse's categories, as it judges phones. @throws Error where npm can't fetch it */
export async function lighthouseScores(url: string): Promise<Record<string, number>> {
  const { path, args, env } = await findChromium()
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: path,
    args: [...args, `--remote-debugging-port=${port}`],
    env,
  })
  try {
    const command = ['exec', '--yes', '--ignore-scripts', '--', LIGHTHOUSE, url, `--port=${port}`]
    const { stdout } = await promisify(execFile)('npm', [...command, '--output=json', '--quiet'], {
      maxBuffer: 64 * 1024 * 1024,
    })
    const { categories } = JSON.parse(stdout) as { categories: Record<string, { score: number }> }
    return Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, score]))
  } finally {
    await browser.close()
  }
}
