import { words } from '../../../platform/language/words.ts'
import type { ToldNotice } from '../../../told.ts'
import type { Kind } from '../contract.ts'
import type { Told } from './letters.ts'

type Sample = ToldNotice & Pick<Told, 'path' | 'button' | 'stopPath'> & Partial<Pick<Told, 'about'>>

const things = { quoted: ['Wooden train set'] }

export const SAMPLE_DEVICE = { device: 'Firefox on Linux', at: { at: '2026-11-22T12:00:00.000Z' } }
export const SAMPLE_DIGEST = { night: '2026-11-22', root: 'c0ffee'.repeat(10) + '2026' }

/** One notice of each kind as this site tells it, about people and things that don't exist. */
const SAMPLES: Record<Kind, Sample> = {
  account: {
    told: 'account: sign-in',
    facts: SAMPLE_DEVICE,
    path: '/account',
    button: words('Account Settings'),
    stopPath: null,
  },
  messages: {
    told: 'message: new',
    facts: { name: 'Ben', things },
    path: '/inbox',
    button: words('Read and answer'),
    stopPath: null,
  },
  trades: {
    told: 'purchase: sold',
    facts: { things, count: 1 },
    path: '/purchases?tab=sold',
    button: words('See the sale'),
    stopPath: null,
  },
  reminders: {
    told: 'purchase: reminder',
    facts: { things, count: 1, days: 3, left: 11 },
    path: '/purchases',
    button: words('See the purchase'),
    stopPath: null,
  },
  'thank-yous': {
    told: 'thanks: shown',
    facts: { name: 'Ben' },
    path: '/purchases',
    button: words('Read it'),
    stopPath: null,
  },
  alerts: {
    told: 'search: found',
    facts: { things },
    about: { traits: [{ message: '2T-3T' }], km: 1, tokens: '3.00' },
    path: '/',
    button: words('See it'),
    stopPath: '/unsubscribe/searches?ids=sample&signature=sample',
  },
}

export const samples = (): Told[] =>
  Object.entries(SAMPLES).map(([kind, sample]) => ({
    id: `sample-${kind}`,
    kind: kind as Kind,
    title: '',
    body: '',
    about: null,
    ...sample,
  }))
