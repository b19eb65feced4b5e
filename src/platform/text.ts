import { z } from 'zod'

/** Control and direction-changing characters: nobody types them, and they can make a text read as another one. */
const HIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const HIDDEN_BUT_LINES = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u
/** Takes no room on a screen, or is as blank as a space without being one. */
const BLANK = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

export interface TextRules {
  /** Least number of characters that show. */
  min: number
  tooShort: string
  max: number
  tooLong: string
  /** May have line breaks and tabs. */
  lines?: boolean
}

/** Trimmed text, its length counted in characters as the database does, not in UTF-16 units. */
export const text = (rules: TextRules) =>
  z
    .string(rules.tooShort)
    .overwrite((value) => value.replace(/\r\n?/g, '\n').normalize('NFC').trim())
    .refine((value) => [...shown(value)].length >= rules.min, { message: rules.tooShort, abort: true })
    .refine((value) => [...value].length <= rules.max, rules.tooLong)
    .refine(
      (value) => !(rules.lines ? HIDDEN_BUT_LINES : HIDDEN).test(value),
      "Contains characters that can't be shown",
    )
    .meta({ minLength: rules.min, maxLength: rules.max })

/** What a reader sees of `value`; nothing may be left. */
export const shown = (value: string): string => value.replace(BLANK, '').trim()

/** The pattern of `like` for what has `part` in it; `%` and `_` of the reader stand for themselves. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

/** A scheme, a path, an address, or letters around a dot as in a host's name. */
const WEB_ADDRESS = /[/\\@]|\w:|\bwww\b|[\p{L}\p{N}]\s?[.\u3002\uff0e\uff61]\p{L}{2,}/iu
/** Two words or more in capitals, one after the other; initials and a single one are how some people write. */
const SHOUTING = /\p{Lu}{3,}[^\p{L}]+\p{Lu}{3,}/u

/** The name of a person. It stands in mails, where nothing may look like a link or an alarm of ours. */
export const personName = (rules: TextRules) =>
  text(rules)
    .refine(
      (value) => !WEB_ADDRESS.test(value.normalize('NFKC')),
      'Please write only a name here, no web or mail addresses',
    )
    .refine((value) => !SHOUTING.test(value), 'Please write the name in small letters, with capitals only at the start')
