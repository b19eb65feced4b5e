import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from './src/testing/run/chromium.ts'

const { path, args, env } = await findChromium()
/** A camera that shows a clock, and no question whether the page may use it. */
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
/** No page is open for long enough to earn back what compiling its hot code a second time costs. */
const UNOPTIMIZED = '--js-flags=--no-opt --no-maglev'

export default defineConfig({
  testDir: 'web/e2e',
  globalSetup: './web/e2e/support/global-setup.ts',
  // The deadlines are for what hangs: no test may fail because the machine is busy.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  // One more than cores: each waits for its server much of the time.
  workers: Math.min(availableParallelism() + 1, 3),
  forbidOnly: Boolean(process.env.CI),
  // A test that needs a second try is a bug.
  retries: 0,
  use: {
    actionTimeout: 90_000,
    launchOptions: { executablePath: path, args: [...args, ...CAMERA, UNOPTIMIZED], env },
    // The reader's, where a test doesn't say another.
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // A service worker's requests pass by `page.route`; offline.spec.ts has one.
    serviceWorkers: 'block',
  },
  projects: [{ name: 'chromium' }],
})
