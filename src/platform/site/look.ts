import type { Language } from '../language/words.ts'

/** The name of a market that has none of its own. */
export const NAME = 'Outgrown'

export const SITE_PAGES = ['terms', 'privacy', 'imprint'] as const
export type SitePage = (typeof SITE_PAGES)[number]

export const UNITS = ['us', 'metric'] as const
export type Units = (typeof UNITS)[number]

/** Facts by which a reader's sentences differ from market to market. */
export interface Look {
  name: string
  /** The market's own, in its own words; null is the product's, in each language. */
  tagline: string | null
  /** By ISO 4217, in small letters. */
  currency: string
  units: Units
}

export const PLAIN_LOOK: Look = { name: NAME, tagline: null, currency: 'usd', units: 'us' }

/** The card's payment, in the currency's smallest unit: once for an order, and for each thing in it. */
export interface CardFee {
  orderCents: number
  itemCents: number
}

const KG_PER_LB = 0.45359237
const KM_PER_MILE = 1.609344

export const kilograms = (pounds: number): number => pounds * KG_PER_LB
export const pounds = (kilograms: number): number => kilograms / KG_PER_LB

/** `€3.50`, `3,50 €`; without cents where there are none and `short` says so. */
export function moneyIn(language: Language, currency: string, amount: number, short = false): string {
  const digits = short && Number.isInteger(amount) ? { maximumFractionDigits: 0 } : {}
  const money = format(language, { style: 'currency', currency, ...digits }).format(amount)
  // Where one reads from right to left, letters before a sign keep it on their own right: US$, not $US.
  return language === 'ar' ? money.replace(/[A-Z]\$/, '$&\u200e') : money
}

/** `5 km`, `3 mi`: whole ones, and at least one, for no place is known more exactly. */
export function distanceIn(language: Language, units: Units, km: number): string {
  const [unit, amount] = units === 'us' ? (['mile', km / KM_PER_MILE] as const) : (['kilometer', km] as const)
  return format(language, { style: 'unit', unit, maximumFractionDigits: 0 }).format(Math.max(1, amount))
}

/** `1.6 kg` of a weight in pounds. */
export const weightIn = (language: Language, lbs: number): string =>
  format(language, { style: 'unit', unit: 'kilogram', maximumFractionDigits: 2 }).format(kilograms(lbs))

const formats = new Map<string, Intl.NumberFormat>()

/** Making a format takes longer than using it. */
function format(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options)
  const made = formats.get(key) ?? new Intl.NumberFormat(language, options)
  formats.set(key, made)
  return made
}

/** A currency without cents, or with three decimals, would make all amounts of the market wrong. */
export function isCurrency(code: string): boolean {
  const currency = code.toUpperCase()
  if (!Intl.supportedValuesOf('currency').includes(currency)) return false
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 2
}

/** Whether it is the name of a zone: an offset such as `+05:30` knows no summer, and not every clock takes it. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
