import { t } from './t.ts'

/** A person's name for a device that the market knows as `Firefox on Linux`. */
export function deviceName(device: string): string {
  if (device === 'Unknown device') return t('Unknown device')
  const [, browser, system] = /^(.+) on (\w+)$/.exec(device) ?? []
  if (browser === undefined || system === undefined) return device
  return t('{browser} on {system}', { browser: browser === 'A browser' ? t('A browser') : browser, system })
}
