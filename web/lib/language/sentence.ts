/** Sentences on the server and in tests: they look them up. The build gives browsers `sentence-browser.ts` instead. */
import { IntlMessageFormat } from 'intl-messageformat'
import { CATALOGUES } from '../../../src/platform/language/catalogues.ts'
import type { Language } from '../../../src/platform/language/words.ts'

const formats = new Map<string, IntlMessageFormat>()
let painted: Language = 'en'

/** The language of the page. */
export const pageLanguage = (): Language => painted

/** Sets the language of the page that is painted next, in one go: nothing else may run in between. */
export function setPageLanguage(language: Language): void {
  painted = language
}

export function sentence<Part = string>(message: string, values?: object): string | Part | (string | Part)[] {
  const text = CATALOGUES[painted]?.[message] || message
  if (values === undefined) return text
  const key = `${painted} ${text}`
  const format = formats.get(key) ?? new IntlMessageFormat(text, painted)
  formats.set(key, format)
  return format.format<Part>(values as Record<string, Part>)
}
