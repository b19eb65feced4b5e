import type { Reader } from '../../../../platform/database.ts'
import { isOneTypo } from '../../../../platform/text/one-typo.ts'
import { wordsOf } from './words.ts'

/** The trigrams of a word must be so much alike, of 1, where more than one letter is wrong. */
const ALIKE = 0.5
/** The nearest may have nothing where the reader looks. */
const MOST = 3

interface Near {
  word: string
  /** Folded. */
  typed: string
  /** Null where no title has anything like it. */
  near: string | null
  alike: number
  listings: number
}

/**
 * Searches that may have been meant by a search that finds few, the likeliest first, three at most. A word that stands
 * in a title stays as it is, be it the beginning of another; where nothing is found, even a part of one. So does what
 * is too short for a guess.
 */
export async function correctedSearches(reader: Reader, search: string, found: number): Promise<string[]> {
  const isKnown = (table: Words) => (found === 0 ? holdsIt(table) : beginsWithIt(table))
  const words = wordsOf(search)
  const { rows } = await reader.raw<{ rows: Near[] }>(
    `with unknown as materialized (
       select word, fold(word) as typed from unnest(:words::text[]) as typed_word (word)
       where fold(word) in (select words_of(fold(word)))
         and not exists (${isKnown('title_word')}) and not exists (${isKnown('title_word_change')})
     )
     select unknown.word, typed, near.word as near, similarity(near.word, typed) as alike, listings::int
     from unknown left join lateral (
       select word, listings from title_word where near_spellings(word) && near_spellings(typed)
       union
       select word, listings from title_word where word % typed and similarity(word, typed) >= ${ALIKE}
     ) near on true`,
    { words },
  )
  const corrections = Map.groupBy(rows, ({ word }) => word)
  if (corrections.size === 0) return []
  return words
    .map((word) => nearestOf(corrections.get(word)) ?? [word])
    .reduce<string[]>(
      (before, one) => before.flatMap((text) => one.map((word) => `${text} ${word}`)).slice(0, MOST),
      [''],
    )
    .map((text) => text.trim())
}

type Words = 'title_word' | 'title_word_change'
const known = (table: Words, like: (reading: string) => string) =>
  `select from ${table} known
   where known.word like any (array[${like('fold(typed_word.word)')}, ${like('spell_out(typed_word.word)')}])`
const holdsIt = (table: Words) => known(table, (reading) => `holding(${reading})`)
const beginsWithIt = (table: Words) => known(table, (reading) => `substr(holding(${reading}), 2)`)

/** Empty where no title has anything like it; undefined for a known word. */
function nearestOf(near: Near[] | undefined): string[] | undefined {
  return near
    ?.flatMap(({ near, typed, ...rest }) => (near === null ? [] : [{ ...rest, near, far: !isOneTypo(near, typed) }]))
    .sort(
      (one, other) => Number(one.far) - Number(other.far) || other.alike - one.alike || other.listings - one.listings,
    )
    .slice(0, MOST)
    .map(({ near }) => near)
}
