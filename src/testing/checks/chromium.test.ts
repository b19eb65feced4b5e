import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findChromium } from '../run/chromium.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('findChromium', () => {
  test('CHROME_PATH comes before everything', async () => {
    vi.stubEnv('CHROME_PATH', '/somewhere/chrome')
    expect(await findChromium()).toMatchObject({ path: '/somewhere/chrome' })
  })

  test.skipIf(process.platform === 'win32')('then a browser on the PATH', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'path-'))
    const path = join(folder, 'chromium')
    await writeFile(path, '#!/bin/sh\n')
    await chmod(path, 0o755)
    vi.stubEnv('CHROME_PATH', undefined)
    vi.stubEnv('PATH', folder + delimiter + String(process.env.PATH))
    expect(await findChromium()).toMatchObject({ path })
    await rm(folder, { recursive: true })
  })

  test('what it finds paints a page, with text', async () => {
    const { path, args, env } = await findChromium()
    const browser = await chromium.launch({ executablePath: path, args, env, timeout: 300_000 })
    const page = await browser.newPage({ viewport: { width: 300, height: 100 } })
    page.setDefaultTimeout(300_000)
    await page.setContent('<h1>Share. Save. Sustain.</h1>')
    const { channels } = await sharp(await page.screenshot()).stats()
    await browser.close()
    expect(channels[0]?.min).toBe(0)
  })
})
