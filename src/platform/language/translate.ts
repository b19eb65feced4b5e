import { readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import { LANGUAGES, type Language, type Said } from './words.ts'

const CATALOGUES = Object.fromEntries(
  LANGUAGES.filter((language) => language !== 'en').map((language) => [language, readCatalogue(language)]),
)

const formats = new Map<string, IntlMessageFormat>()

/**
 * The sentence for a message in `language`, in English where the catalogue lacks it.
 * A text without values is a message as well, as it stands.
 */
export function translate(language: Language, said: string | Said): string {
  const { message, values } = typeof said === 'string' ? { message: said, values: undefined } : said
  const text = CATALOGUES[language]?.[message] ?? message
  return values === undefined ? text : (format(language, text).format(values) as string)
}

export const inEnglish = (said: string | Said): string => translate('en', said)

function format(language: Language, text: string): IntlMessageFormat {
  const key = `${language} ${text}`
  const made = formats.get(key) ?? new IntlMessageFormat(text, language)
  formats.set(key, made)
  return made
}

/** English message -> the same in `language`. */
function readCatalogue(language: Language): Record<string, string> {
  const file = new URL(`../../../languages/${language}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
}
