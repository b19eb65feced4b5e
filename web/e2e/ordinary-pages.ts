import type { BrowserContext } from '@playwright/test'
import { ordinaryTime } from '../../src/testing/test-clock.ts'

/** Gives the context's pages the time of the market. */
export async function setOrdinaryTime(context: BrowserContext): Promise<void> {
  await context.addInitScript(setTime, ordinaryTime().getTime() - browserTime())
}

/** Where the tests have a false time the browser has none: FAKETIME says by how many seconds it is off. */
const browserTime = () => Date.now() - Number(process.env.FAKETIME ?? 0) * 1000

/**
 * Only what a page reads of the time, also in the Date of an answer: its cookies and files go by the machine's. Runs in
 * the page.
 */
function setTime(ahead: number): void {
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [Real.now() + ahead] : given) as [number]))
    }
    static override now(): number {
      return Real.now() + ahead
    }
    static override parse(text: string): number {
      return Real.parse(text) + (text.endsWith(' GMT') ? ahead : 0)
    }
  } as DateConstructor
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + ahead })
}
