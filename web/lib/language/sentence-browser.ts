/**
 * Sentences in browsers: the build has put each message into the page's language already (`web/language-plugin.ts`),
 * those with values as the tree that FormatJS makes of them, so that its parser stays at home.
 */
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { formatToParts } from 'intl-messageformat'
import type { Language } from '../../../src/platform/language/words.ts'

/** Read once: browsers that translate a page set it to the language that they translate into. */
const LANGUAGE = document.documentElement.lang as Language

/** The language of the page. */
export const pageLanguage = (): Language => LANGUAGE

const kept = <Made>(make: (language: string, options: object | undefined) => Made) => {
  const made = new Map<string, Made>()
  return (language: unknown, options?: object) => {
    const key = JSON.stringify(options ?? {})
    const one = made.get(key) ?? make(String(language), options)
    made.set(key, one)
    return one
  }
}

const FORMATTERS = {
  getNumberFormat: kept((language, options) => new Intl.NumberFormat(language, options)),
  getDateTimeFormat: kept((language, options) => new Intl.DateTimeFormat(language, options)),
  getPluralRules: kept((language, options) => new Intl.PluralRules(language, options)),
}
const FORMATS = { number: {}, date: {}, time: {} }

export function sentence<Part = string>(
  message: string | MessageFormatElement[],
  values?: Record<string, Part>,
): string | Part | (string | Part)[] {
  if (typeof message === 'string') return message
  const parts = formatToParts(message, pageLanguage(), FORMATTERS, FORMATS, values).map(({ value }) => value as Part)
  return parts.length > 1 ? joined(parts) : (parts[0] ?? '')
}

/** Texts side by side are one, as the server has them: React counts them. */
function joined<Part>(parts: Part[]): string | (string | Part)[] {
  const together: (string | Part)[] = []
  for (const part of parts) {
    const before = together.at(-1)
    if (typeof part === 'string' && typeof before === 'string') together[together.length - 1] = before + part
    else together.push(part)
  }
  return together.length === 1 && typeof together[0] === 'string' ? together[0] : together
}
