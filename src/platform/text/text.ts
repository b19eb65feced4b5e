import { z } from 'zod'
import { withoutIsolates } from '../language/isolates.ts'
import { words } from '../language/words.ts'

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

/**
 * Text that is measured before anything else is done to it, because composing characters and many a pattern take the
 * square of its length. What is trimmed away or composed, and halves of surrogate pairs, have room for a while.
 */
const measured = (max: number, tooLong?: string, absent?: string) =>
  z.string(absent).max(4 * max, { error: tooLong, abort: true })

/** Text without rules but its length. Isolates go: they come along with what is copied from a sentence. */
export const trimmed = (max: number, tooLong?: string, absent?: string) =>
  measured(max, tooLong, absent).overwrite(withoutIsolates).trim().normalize().max(max, { error: tooLong, abort: true })

/** Trimmed text, its length counted in characters as the database does, not in UTF-16 units. Without isolates, too. */
export const text = (rules: TextRules) =>
  measured(rules.max, rules.tooLong, rules.tooShort)
    .overwrite((value) => withoutIsolates(value).replace(/\r\n?/g, '\n').normalize('NFC').trim())
    .refine((value) => [...shown(value)].length >= rules.min, { message: rules.tooShort, abort: true })
    .refine((value) => [...value].length <= rules.max, { message: rules.tooLong, abort: true })
    .refine(
      (value) => !(rules.lines ? HIDDEN_BUT_LINES : HIDDEN).test(value),
      words("Contains characters that can't be shown"),
    )
    .meta({ minLength: rules.min, maxLength: rules.max })

/** The part of `value` that a reader sees; nothing may be left. */
export const shown = (value: string): string => value.replace(BLANK, '').trim()

/** The pattern of `like` for what has `part` in it; `%` and `_` of the reader stand for themselves. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`
