import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Catalogue } from '../src/platform/language/catalogues.ts'

/** `__say("…")` with a message in base64url, which no minifier reads or changes; unused ones are dropped like any text. */
const MARK = /\b__say\(["'`]([\w-]*)["'`]\)/g

/** JavaScript that stands for a message until its language is put in. */
export const mark = (message: string): string =>
  `/* @__PURE__ */ __say("${Buffer.from(message).toString('base64url')}")`

export const hasMarks = (code: string): boolean => code.includes('__say(')

/** A built script in one language; what the catalogue lacks is said in English. */
export const inLanguage = (code: string, catalogue: Catalogue | undefined): string =>
  code.replaceAll(MARK, (_, text: string) => {
    const message = unmark(text)
    return written(message, catalogue?.[message] || message)
  })

const unmark = (text: string) => Buffer.from(text, 'base64url').toString()

/** A text as it is, or the tree of one that has values. */
function written(message: string, said: string): string {
  const hasValues = parse(message).some(({ type }) => type !== TYPE.literal)
  return JSON.stringify(hasValues ? parse(said) : said, (key, value: unknown) =>
    isDefault(key, value) ? undefined : value,
  )
}

/** FormatJS takes these for granted. */
const isDefault = (key: string, value: unknown) =>
  (key === 'offset' && value === 0) || (key === 'pluralType' && value === 'cardinal') || key === 'location'
