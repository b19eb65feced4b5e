import type { Page } from '@playwright/test'
import { pushSubscription } from '../../../src/testing/market/builders.ts'

/**
 * Gives the page a browser that has a push service, which a headless one has not, and a member who answers `permission`
 * when they are asked. @returns how often they have been asked
 */
export async function standInForPush(page: Page, permission: 'granted' | 'denied'): Promise<() => Promise<number>> {
  const made = pushSubscription(crypto.randomUUID())
  await page.addInitScript(
    ({ made, permission }) => {
      const read = (name: string) => localStorage.getItem(`stand-in-${name}`)
      const write = (name: string, value: string) => localStorage.setItem(`stand-in-${name}`, value)
      Object.defineProperty(Notification, 'permission', { get: () => read('permission') ?? 'default' })
      Notification.requestPermission = () => {
        write('asked', String(Number(read('asked')) + 1))
        write('permission', permission)
        return Promise.resolve(permission)
      }
      const pushManager = {
        getSubscription: () => Promise.resolve(null),
        subscribe: () => Promise.resolve({ toJSON: () => made }),
      }
      Object.defineProperty(navigator.serviceWorker, 'ready', { value: Promise.resolve({ pushManager }) })
    },
    { made, permission },
  )
  return async () => Number(await page.evaluate(() => localStorage.getItem('stand-in-asked')))
}
