import type { BrowserContext, Page } from '@playwright/test'
import { ordinaryTime } from '../../../src/testing/time/test-clock.ts'

/** Gives the context's pages the time of the market. Toasts, which go after 5 seconds, stay for longer. */
export async function setOrdinaryTime(context: BrowserContext): Promise<void> {
  const ordinary = ordinaryTime().getTime()
  await stretchTimeouts(context, 5000, 20_000)
  await context.addInitScript(setTime, { browser: ordinary - browserTime(), server: ordinary - Date.now() })
}

/** Timeouts of that many milliseconds take longer, as a busy machine does. */
export const stretchTimeouts = (pages: BrowserContext | Page, from: number, to: number): Promise<unknown> =>
  pages.addInitScript(stretch, { from, to })

/** Runs in the page. */
function stretch({ from, to }: { from: number; to: number }): void {
  const wait = window.setTimeout.bind(window)
  const longer = (work: TimerHandler, ms?: number, ...given: unknown[]) => wait(work, ms === from ? to : ms, ...given)
  Object.assign(window, { setTimeout: longer })
}

/** Where the tests have a false time the browser has none: FAKETIME says by how many seconds it is off. */
const browserTime = () => Date.now() - Number(process.env.FAKETIME ?? 0) * 1000

/**
 * Only what a page reads of the time, also in the Date of an answer, which is of the server's machine: its cookies and
 * files go by the browser's. Runs in the page.
 * @param ahead by how many ms the ordinary time is ahead of each
 */
function setTime(ahead: { browser: number; server: number }): void {
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [Real.now() + ahead.browser] : given) as [number]))
    }
    static override now(): number {
      return Real.now() + ahead.browser
    }
    static override parse(text: string): number {
      return Real.parse(text) + (text.endsWith(' GMT') ? ahead.server : 0)
    }
  } as DateConstructor
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + ahead.browser })
}
