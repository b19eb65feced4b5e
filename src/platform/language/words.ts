/** The languages that the site speaks, by their BCP 47 tags; `ar` is written from right to left. */
export const LANGUAGES = ['en', 'es', 'fr', 'de', 'pt-BR', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** The direction in which a language is written. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/** The language of that tag, however it is spelled; null for one that the site doesn't speak. */
export function languageNamed(tag: string | null | undefined): Language | null {
  const wanted = tag?.toLowerCase()
  return LANGUAGES.find((language) => language.toLowerCase() === wanted) ?? null
}

/** The first of these tags that the site speaks. */
export const firstSpoken = (tags: readonly string[]): Language | null =>
  tags.map((tag) => languageNamed(tag)).find((language) => language !== null) ?? null

/**
 * The values that an ICU message takes, read out of its text: `{count, plural, …}` a number, `{who, select, …}` a string,
 * `{name}` either, `<link>…</link>` nothing (that is `rich`'s). A branch of a plural or select is a phrase with a space or
 * a `#` in it, since a single word in braces is a value.
 */
export type Values<M extends string, Plain = string | number> = string extends M
  ? Record<string, Plain>
  : M extends `${string}{${infer Rest}`
    ? (Rest extends `${infer Inner}}${string}` ? Value<Inner, Plain> : unknown) & Values<Rest, Plain>
    : unknown

type Value<Inner extends string, Plain> = Inner extends `${infer Name}, ${infer Kind},${string}`
  ? Name extends `${string} ${string}`
    ? unknown
    : { [N in Name]: Kind extends 'plural' | 'selectordinal' ? number : string }
  : Inner extends `${string} ${string}` | `${string}#${string}` | `{${string}`
    ? unknown
    : { [N in Inner]: Plain }

/** The second argument of a function that takes a message: left out where the message has no values. */
export type ValuesArgument<M extends string, Plain = string | number> = string extends M
  ? [values?: Values<M, Plain>]
  : unknown extends Values<M, Plain>
    ? []
    : [values: Values<M, Plain>]

/** A message with its values, to be made a sentence in the language of whoever reads it. */
export interface Said {
  message: string
  values?: Record<string, SaidValue>
}

/** Besides text and numbers: another message, money and a moment, which every language writes in its own way. */
export type SaidValue =
  | string
  | number
  | Said
  | { cents: number; currency?: string }
  | { moment: string; timeZone: string }

/** Marks an English text as a message for the catalogues, and is that text: `t(SIZES[size].label)` shows it. */
export const words = <const M extends string>(message: M): M => message

/** A message with its values, typed by it. */
export const say = <const M extends string>(message: M, ...[values]: ValuesArgument<M, SaidValue>): Said =>
  values === undefined ? { message } : { message, values: values as Record<string, SaidValue> }

/** Sentences one after the other, each of its own right. */
export type Saying = string | Said | readonly (string | Said)[]
