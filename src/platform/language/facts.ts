import { distanceIn, moneyIn, PLAIN_LOOK, type Look } from '../site/look.ts'
import { inWords } from '../local-time.ts'
import { isolated } from './isolates.ts'
import { translate } from './translate.ts'
import { directionOf, say, type Language, type Values } from './words.ts'

/** A value as a row keeps it: what each language writes in its own way is kept as what it is. */
export type Fact =
  | string
  | number
  /** Titles as members wrote them, and how many there are beside; `plain` without a word before the last. */
  | { quoted: string[]; more?: number; list?: 'plain' }
  /** US dollars where the currency is left out, as in rows from before there were others. */
  | { cents: number; currency?: string }
  /** With two decimals, or none where they are zeros. */
  | { decimal: string }
  /** Times as ISO 8601. */
  | { spans: [from: string, until: string][] }
  | { at: string }
  /** `2026-11` */
  | { month: string }
  /** A message of the catalogue, where a value is missing or one of a few. */
  | { words: string }
export type Facts = Record<string, Fact>

/** The reader's part of a sentence: language and time zone. */
export interface Manner {
  language: Language
  timeZone: string
  /** The product's own where it is left out. */
  look?: Look
}

/** The facts that these messages take together. */
export type FactsOf<Messages extends readonly string[]> = Messages extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? Omit<Values<First, Fact>, 'site'> & FactsOf<Rest>
  : unknown

/**
 * The sentence for a message with facts. `{km}` is a distance, in the market's units; `{device}` what a session says of its
 * own; `{site}` is what the market is called.
 */
export function formatFacts(manner: Manner, message: string, facts: Facts = {}): string {
  const { language, look = PLAIN_LOOK } = manner
  const values = Object.entries(facts).map(([name, fact]) => {
    if (name === 'km' && typeof fact === 'number') return [name, distanceIn(language, look.units, fact)] as const
    if (name === 'device' && typeof fact === 'string') return [name, deviceIn(language, fact)] as const
    return [name, spoken(fact, manner)] as const
  })
  return translate(language, { message, values: { site: look.name, ...Object.fromEntries(values) } })
}

function spoken(fact: Fact, manner: Manner): string | number {
  const { language, timeZone } = manner
  if (typeof fact !== 'object') return fact
  if ('quoted' in fact) return things(fact, language)
  if ('cents' in fact) return moneyIn(language, fact.currency ?? 'usd', fact.cents / 100)
  if ('decimal' in fact) {
    const digits = fact.decimal.endsWith('.00') ? 0 : 2
    return format(language, { minimumFractionDigits: digits, useGrouping: false }).format(Number(fact.decimal))
  }
  if ('spans' in fact)
    return fact.spans
      .map(([start, end]) => inWords({ start: new Date(start), end: new Date(end) }, timeZone, language))
      .join('; ')
  if ('at' in fact)
    return translate(language, say('{day} at {time} (UTC)', { day: fact.at.slice(0, 10), time: fact.at.slice(11, 16) }))
  if ('month' in fact)
    return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${fact.month}-01`),
    )
  return translate(language, fact.words)
}

/** `Firefox on Linux`, as a session has it. */
function deviceIn(language: Language, device: string): string {
  const [, browser, system] = /^(.+) on (\w+)$/.exec(device) ?? []
  if (browser === undefined || system === undefined) return translate(language, device)
  return translate(language, say('{browser} on {system}', { browser: translate(language, browser), system }))
}

const QUOTES: Record<Language, [string, string]> = {
  en: ['"', '"'],
  es: ['«', '»'],
  fr: ['«\u00a0', '\u00a0»'],
  de: ['„', '“'],
  'pt-BR': ['“', '”'],
  ar: ['«', '»'],
}

/** `"Doll", "Train" and 2 more` */
function things({ quoted, more = 0, list }: Extract<Fact, { quoted: string[] }>, language: Language): string {
  const [open, close] = QUOTES[language]
  const isRightToLeft = directionOf(language) === 'rtl'
  const all = quoted.map((title) => open + (isRightToLeft ? isolated(title) : title) + close)
  if (more > 0) all.push(translate(language, say('{count, plural, one {# more} other {# more}}', { count: more })))
  // As the British have it: no comma before the last.
  const locale = language === 'en' ? 'en-GB' : language
  return new Intl.ListFormat(locale, { type: list === 'plain' ? 'unit' : 'conjunction' }).format(all)
}

const format = (language: Language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options)
