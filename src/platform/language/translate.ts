import { IntlMessageFormat } from 'intl-messageformat'
import { moneyIn } from '../site/look.ts'
import { momentInWords } from '../local-time.ts'
import { CATALOGUES } from './catalogues.ts'
import type { Language, SaidValue, Saying } from './words.ts'

const formats = new Map<string, IntlMessageFormat>()

/**
 * The sentence for a message in `language`, in English where the catalogue lacks it.
 * A text without values is a message as well, as it stands.
 */
export function translate(language: Language, said: Saying): string {
  if (typeof said === 'string') return CATALOGUES[language]?.[said] || said
  if (!('message' in said)) return said.map((sentence) => translate(language, sentence)).join('. ')
  const { message, values } = said
  const text = CATALOGUES[language]?.[message] || message
  if (values === undefined) return text
  const inWords = Object.entries(values).map(([name, value]) => [name, valueInWords(language, value)] as const)
  return format(language, text).format(Object.fromEntries(inWords)) as string
}

export const inEnglish = (said: Saying): string => translate('en', said)

function valueInWords(language: Language, value: SaidValue): string | number {
  if (typeof value !== 'object') return value
  if ('message' in value) return translate(language, value)
  if ('moment' in value) return momentInWords(new Date(value.moment), value.timeZone, language)
  return moneyIn(language, value.currency ?? 'usd', value.cents / 100)
}

function format(language: Language, text: string): IntlMessageFormat {
  const key = `${language} ${text}`
  const made = formats.get(key) ?? new IntlMessageFormat(text, language)
  formats.set(key, made)
  return made
}
