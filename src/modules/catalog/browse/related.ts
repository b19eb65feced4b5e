import type { Reader } from '../../../platform/database.ts'
import { ATTRIBUTES } from '../attributes.ts'
import type { BrowseQuery, RelatedWhy } from '../contract.ts'
import { readSize } from '../sizes.ts'
import { attributeConditions, spanned } from './attribute-filters.ts'
import { all, expectationOf, firstOnes } from './find-matches.ts'
import { type Filter, publicFilter, RING } from './public-filter.ts'
import { synonymsOf } from './synonyms.ts'
import { wordsOf } from './words.ts'

const MOST = 24
/** The newest that come into question are looked at one by one. */
const LOOKED_AT = 500
/** Found in half of all titles. */
const LITTLE_WORDS = new Set(['and', 'for', 'the', 'with'])
const SIZES = Object.keys(ATTRIBUTES.ageSize.choices)

/** One of the things that were asked for: as it was typed, and what else neighbours call it. */
interface Term {
  words: string[]
  synonyms: string[]
}

/** In SQL over `search_entry`: each condition is 'true' where nothing of the kind was asked for. */
interface Closeness {
  /** Every word as it was typed. */
  literal: string
  /** What the search itself finds. */
  found: string
  /** Every term, by whichever name. */
  named: string
  /** At least one term that tells something, by whichever name. */
  partly: string
  /** The size that was asked for, and that or one beside it. */
  size: string
  sizeNear: string
  /** Near enough. */
  within: string
  /** Condition, price and delivery. */
  others: string
  bindings: Record<string, string | number>
}

/**
 * Available listings that a search misses closely, as a JSON array of cards, each with why it is there. Those that miss in
 * one way come first, and what shares only some of the words last. What the search itself finds isn't among them.
 */
export async function relatedListings(reader: Reader, query: BrowseQuery): Promise<string> {
  const close = closenessOf(query)
  const exact = await cardsWhere(reader, query, { close, candidates: `${close.named} and ${close.sizeNear}` })
  if (exact.length >= MOST || close.partly === 'true') return asArray(exact)
  const partly = await cardsWhere(reader, query, { close, candidates: close.partly })
  const seen = new Set(exact.map(({ id }) => id))
  return asArray([...exact, ...partly.filter(({ id }) => !seen.has(id))])
}

/** Every name that is looked for, so that what it costs can be counted. */
export const namesIn = ({ search = '' }: Pick<BrowseQuery, 'search'>): string =>
  termsOf(readSize(search)?.rest ?? search)
    .flatMap(({ words, synonyms }) => [...words, ...synonyms])
    .join(' ')

interface Card {
  id: string
  card: string
}

const asArray = (cards: Card[]) =>
  `[${cards
    .slice(0, MOST)
    .map(({ card }) => card)
    .join(',')}]`

async function cardsWhere(
  reader: Reader,
  query: BrowseQuery,
  { close, candidates }: { close: Closeness; candidates: string },
): Promise<Card[]> {
  const { category, city, seller, near } = query
  const wanted = publicFilter({ status: 'available', category, city, seller, near })
  const bindings = { ...wanted.bindings, ...close.bindings }
  const filter: Filter = { ...wanted, texts: `${wanted.texts} and (${candidates})`, counted: false, bindings }
  const { few } = await expectationOf(reader, filter, { sort: 'newest', limit: MOST })
  const matches = few ? all(filter) : firstOnes(filter, 'newest', '0')
  const reasons: Record<RelatedWhy, string> = {
    synonym: `${close.named} and ${close.size} and not (${close.literal})`,
    'size-near': `${close.sizeNear} and not (${close.size})`,
    farther: `not (${close.within})`,
    similar: `not (${close.named} and ${close.sizeNear} and ${close.others})`,
  }
  const names = Object.keys(reasons)
  const why = `array_remove(array[${Object.entries(reasons)
    .map(([name, condition]) => `case when ${condition} then '${name}' end`)
    .join(', ')}], null)`
  const distance = wanted.from ? `case when latitude is null then '' else ',"distanceKm":' || ${RING} end` : `''`
  const { rows } = await reader.raw<{ rows: Card[] }>(
    `${matches.prelude}
     select listing_id as id, left(card, -1) || ${distance} || ',"why":' || array_to_json(why) || '}' as card
     from (
       select entry.*, ${why} as why
       from (
         select listing_id from ${matches.from('')} order by created_at desc, listing_id desc limit ${LOOKED_AT}
       ) as candidate join search_entry entry using (listing_id)
     ) as judged join listing_card using (listing_id)
     where cardinality(why) > 0 and not (${close.found})
     order by '${names.at(-1)}' = any(why), cardinality(why), created_at desc, listing_id desc limit ${MOST}`,
    bindings,
  )
  return rows
}

function closenessOf(query: BrowseQuery): Closeness {
  const { search = '', within } = query
  const read = query.size === undefined ? readSize(search) : undefined
  const size = query.size ?? read?.size
  const { condition, maxPrice, delivery, bag } = query
  const bindings: Closeness['bindings'] = {}
  /** That a title has this in it, as `fold` reads both. */
  const holds = (text: string) => {
    const name = `name${Object.keys(bindings).length}`
    bindings[name] = text
    return `title like holding(fold(:${name}))`
  }
  const terms = termsOf(read?.rest ?? search).map(({ words, synonyms }) => {
    const texts = words.map(holds).join(' and ')
    const tells = words.some((word) => /[\p{L}\p{N}]{3}/u.test(word) && !LITTLE_WORDS.has(word.toLowerCase()))
    return { tells, named: [`(${texts})`, ...synonyms.map(holds)].join(' or ') }
  })
  const telling = terms.filter(({ tells }) => tells)
  const beside = SIZES.indexOf(size ?? '')
  const near = SIZES.slice(Math.max(0, beside - 1), beside + 2)
  const literal = allOf(wordsOf(search).map(holds))
  const reached = query.near === undefined || within === undefined ? 'true' : `coalesce(${RING} <= ${within}, false)`
  const others = allOf(attributeConditions({ condition, maxPrice, delivery, bag }))
  // Also a bag that has it among others.
  const inSize = (wanted: string | undefined) =>
    wanted === undefined
      ? 'true'
      : `(age_size is not distinct from '${wanted}' or coalesce(${spanned('sizes', wanted)}, false))`
  return {
    literal,
    found: allOf([literal, inSize(query.size), reached, others]),
    named: allOf(terms.map(({ named }) => `(${named})`)),
    partly: telling.map(({ named }) => `(${named})`).join(' or ') || 'true',
    size: inSize(size),
    sizeNear: size === undefined ? 'true' : `coalesce(age_size, '') in (${near.map((one) => `'${one}'`).join(', ')})`,
    within: reached,
    others,
    bindings,
  }
}

const allOf = (conditions: string[]) => conditions.join(' and ') || 'true'

/** Two words that together have another name are one term: `rain coat`. */
function termsOf(text: string): Term[] {
  const words = wordsOf(text)
  const terms: Term[] = []
  for (let at = 0; at < words.length; at += 1) {
    const [word = '', next] = [words[at], words[at + 1]]
    const together = next === undefined ? [] : synonymsOf(`${word} ${next}`)
    if (next !== undefined && together.length > 0) {
      terms.push({ words: [word, next], synonyms: together })
      at += 1
    } else terms.push({ words: [word], synonyms: synonymsOf(word) })
  }
  return terms
}
