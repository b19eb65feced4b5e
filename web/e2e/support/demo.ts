import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Market } from '../../../src/testing/market/start-market.ts'
import { demoTemplate } from './demo-template.ts'
import { test as base } from './fixtures.ts'
import { runMarket } from './run-market.ts'
import { signInAs } from '../sign-in-as.ts'
import { openPage } from './steps.ts'

/** The product with its demo neighbourhood; `visit` opens a page in a browser of its own, as a visitor or as a neighbour. */
export const test = base.extend<{ visit: (path: string, neighbour?: string) => Promise<Page> }, { market: Market }>({
  market: [
    async ({}, use) => {
      const template = await demoTemplate()
      const dataDir = await mkdtemp(join(tmpdir(), 'market-'))
      await cp(template.dataDir, dataDir, { recursive: true })
      await runMarket(use, { DEMO: 'on', DATA_DIR: dataDir }, { template: template.url })
      await rm(dataDir, { recursive: true })
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  visit: async ({ newPage, baseURL }, use) => {
    await use(async (path, neighbour) => {
      const page = await newPage()
      if (neighbour !== undefined) await signInAs(page, baseURL, neighbour)
      await openPage(page, path)
      return page
    })
  },
})
