import type { Reader } from '../../../../platform/database.ts'

/** A name of a thing: all of its texts stand in a title, anywhere, at the beginning of a word, or as a word of their own. */
export interface Name {
  texts: string[]
  stands: 'anywhere' | 'first' | 'alone'
}

/** The endings of a plural, in the languages whose names stand alone. */
export const PLURALS = ['s', 'es', 'x']

/** An index finds titles by these words; a title that has them may lack what was looked for all the same. */
export interface TitleWords {
  /** A title has a word of each list. */
  oneOfEach: string[][]
  /** The share of all listings that have them is about this, 0 to 1. */
  share: number
}

/** A part of a name, and the words that have it in them, as it stands in titles at this moment; null where none has it. */
interface Part {
  thing: number
  name: number
  words: string[] | null
  share: number
}

/**
 * Looks up the words of titles that have each of `things` by any of its names. A name of several words goes by the two rarest of
 * these; what has one or two letters, or is a number, is no part of a word, and common.
 */
export async function titleWordsFor(reader: Reader, things: Name[][]): Promise<TitleWords[]> {
  const texts = things.flatMap((names, thing) =>
    names.flatMap(({ texts, stands }, name) => texts.map((text) => ({ thing, name, text, stands }))),
  )
  const { rows } = await reader.raw<{ rows: Part[] }>(
    `with part as (
       select thing, name, part, stands, length(part) between 3 and 40 and part !~ '^[0-9]+$' as counted,
         case when stands <> 'anywhere' or at > 1 then '' else '%' end || part || case when at < count(*) over of_text then '' else '%' end as pattern
       from jsonb_to_recordset(:texts) as given (thing int, name int, text text, stands text)
       cross join lateral (
         select part, row_number() over () as at from regexp_split_to_table(fold(text), '[^[:alnum:]]+') part where part <> ''
       ) as split
       window of_text as (partition by thing, name, text)
     )
     select thing, name, case when counted then words else array[part] end as words,
       case when counted then coalesce(listings / nullif((select sum(listings) from listing_count), 0), 0) else 1 end::float8 as share
     from part left join lateral (
       select array_agg(word) as words, sum(listings) as listings
       from (
         select word, listings from title_word union all select word, 0 from title_word_change where listings > 0
       ) as known
       where counted and word like pattern
         and (stands <> 'alone' or substr(word, length(part) + 1) = any(:endings::text[]))
     ) as found on true`,
    { texts: JSON.stringify(texts), endings: ['', ...PLURALS] },
  )
  return things.map((names, thing) =>
    havingAny(names.flatMap((_, name) => ofName(rows.filter((part) => part.thing === thing && part.name === name)))),
  )
}

function ofName(parts: Part[]): TitleWords[] {
  const rarest = parts.toSorted((one, other) => one.share - other.share).slice(0, 2)
  if (parts.length === 0 || parts.some(({ words }) => words === null)) return []
  return [havingAll(rarest.map(({ words, share }) => ({ oneOfEach: [words ?? []], share })))]
}

/** A title that has all of these; two names of one thing ask for the same words, once. */
export function havingAll(several: TitleWords[]): TitleWords {
  const different = [
    ...new Map(several.map((one) => [JSON.stringify(one.oneOfEach.map((words) => words.toSorted())), one])).values(),
  ]
  return {
    oneOfEach: different.flatMap(({ oneOfEach }) => oneOfEach),
    share: different.reduce((product, { share }) => product * share, 1),
  }
}

/** A title that has any of these. */
export const havingAny = (several: TitleWords[]): TitleWords => ({
  oneOfEach: Array.from({ length: Math.max(1, ...several.map(({ oneOfEach }) => oneOfEach.length)) }, (_, at) => [
    ...new Set(several.flatMap(({ oneOfEach }) => oneOfEach[at] ?? oneOfEach[0] ?? [])),
  ]),
  share: several.reduce((sum, { share }) => sum + share, 0),
})
