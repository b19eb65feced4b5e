import type { Reader } from '../../../platform/database.ts'
import { ATTRIBUTES, groupsOf } from '../attributes.ts'
import type { BrowseQuery, RelatedWhy } from '../contract.ts'
import { readSize } from '../sizes.ts'
import { attributeConditions, spanned } from './attribute-filters.ts'
import { all, firstOnes, type Matches } from './find-matches.ts'
import { type Filter, publicFilter, RING } from './public-filter.ts'
import { otherNamesOf, synonymsOf } from './words/synonyms.ts'
import { havingAny, havingAll, type Name, PLURALS, type TitleWords, titleWordsFor } from './words/title-words.ts'
import { wordsOf } from './words/words.ts'

const MOST = 24
/** The newest that come into question are looked at one by one. */
const LOOKED_AT = 200
/** A share of all listings: what is no commoner is found at once, the rest is looked for among the newest first. */
const RARE = 0.008
/** The share of what a name finds that has a size or one beside it is about this. */
const SHARE_OF_SIZES = 1 / 4
/** They tell whom a thing is for or how it is passed on, not what it is: what is looked for may do without them. */
const LITTLE_WORDS = new Set(
  (
    'and,for,the,with,girl,girls,boy,boys,kid,kids,child,childs,children,childrens,baby,babies,toddler,unisex,used,' +
    'second,hand,free,cheap,para,con,nina,nino,bebe,pour,avec,fille,garcon,und,mit,madchen,jungen,kinder,com,menina,menino'
  ).split(','),
)
/** As they follow each other; after the last age there is no shoe. */
const SIZES = groupsOf(ATTRIBUTES.ageSize).map(({ choices }) => Object.keys(choices))
/** A name of so few letters may stand in other words by chance, and of so few also at their beginning: `cot` in `cotton`. */
const MOST_IN_OTHERS = 5
const MOST_AT_BEGINNING = 3
/** The letters of a name that stand in titles just so, whatever the language. */
const FOLDED = /^[a-z0-9 -]+$/
/** With three words a thing may have another name. */
const LONGEST_NAME = 3

/** One of the things that were asked for: as it was typed, and what else neighbours call it. */
interface Term {
  words: string[]
  synonyms: string[]
}

/** In SQL over `search_entry`: each condition is 'true' where nothing of the kind was asked for. */
interface Closeness {
  /** The names of each term that tells something. */
  names: Name[][]
  /** The size that was asked for and those beside it. */
  sizes: string[]
  /** Every term that tells something, as it was typed. */
  texts: string
  /** The condition of the search itself. */
  found: string
  /** Every term that tells something, by whichever name. */
  named: string
  /** Every term at all, so. */
  wholly: string
  /** The number of terms that tell something. */
  telling: string
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
  const words = await titleWordsFor(reader, close.names)
  const exact = await cardsWhere(reader, query, {
    close,
    candidates: `${close.sizeNear} and ${close.named}`,
    words: inSizes(havingAll(words), close.sizes),
  })
  if (exact.length >= MOST || close.partly === 'true' || (close.partly === close.named && close.sizeNear === 'true'))
    return asArray(exact)
  const partly = await cardsWhere(reader, query, { close, candidates: close.partly, words: havingAny(words) })
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

const inSizes = ({ oneOfEach, share }: TitleWords, sizes: string[]): TitleWords =>
  sizes.length === 0
    ? { oneOfEach, share }
    : {
        oneOfEach: oneOfEach.map((words) => sizes.flatMap((size) => words.map((word) => `${size} ${word}`))),
        share: share * SHARE_OF_SIZES,
      }

/** @param candidates what is asked of them, in SQL; they have these `words` */
async function cardsWhere(
  reader: Reader,
  query: BrowseQuery,
  { close, candidates, words }: { close: Closeness; candidates: string; words: TitleWords },
): Promise<Card[]> {
  if (words.oneOfEach.some((each) => each.length === 0)) return []
  const { category, city, seller, near } = query
  const wanted = publicFilter({ status: 'available', category, city, seller, near })
  const bindings: Filter['bindings'] = { ...wanted.bindings, ...close.bindings }
  const having = words.oneOfEach.map((each, index) => {
    bindings[`words${index}`] = JSON.stringify(each)
    return `search_words(title, age_size) && array(select jsonb_array_elements_text(:words${index}))`
  })
  const filter: Filter = { ...wanted, texts: `${wanted.texts} and (${candidates})`, counted: false, bindings }
  const reasons: Record<RelatedWhy, string> = {
    synonym: `${close.named} and ${close.size} and not (${close.texts})`,
    'size-near': `${close.sizeNear} and not (${close.size})`,
    farther: `not (${close.within})`,
    similar: `not (${close.wholly} and ${close.sizeNear} and ${close.others})`,
  }
  const names = Object.keys(reasons)
  const why = `array_remove(array[${Object.entries(reasons)
    .map(([name, condition]) => `case when ${condition} then '${name}' end`)
    .join(', ')}], null)`
  const distance = wanted.from ? `case when latitude is null then '' else ',"distanceKm":' || ${RING} end` : `''`
  const order = `'${names.at(-1)}' = any(why), telling desc, fits desc, cardinality(why), created_at desc, listing_id desc`
  const read = async (matches: Matches) => {
    const { rows } = await reader.raw<{ rows: Card[] }>(
      `${matches.prelude}
     select listing_id as id, left(card, -1) || ${distance} || ',"why":' || array_to_json(why) || '}' as card
     from (
       select *, row_number() over (order by ${order}) as place
       from (
         select entry.*, ${why} as why, ${close.telling} as telling, ${close.sizeNear} as fits
         from (
           select listing_id from ${matches.from('')} order by created_at desc, listing_id desc limit ${LOOKED_AT}
         ) as candidate join search_entry entry using (listing_id)
       ) as judged
       where cardinality(why) > 0 and not (${close.found})
       order by place limit ${MOST}
     ) as chosen join listing_card using (listing_id)
     order by place`,
      bindings,
    )
    return rows
  }
  if (words.share > RARE) {
    const newest = await read(firstOnes(filter, 'newest', '0'))
    if (newest.length >= MOST) return newest
  }
  if (having.length === 0) return read(all(filter))
  // Whatever else is asked of them is hidden from the planner, which would look it up in an index of its own.
  return read(all({ ...filter, texts: [wanted.texts, ...having, `coalesce(${candidates}, false)`].join(' and ') }))
}

function closenessOf(query: BrowseQuery): Closeness {
  const { search = '', within } = query
  const read = query.size === undefined ? readSize(search) : undefined
  const size = query.size ?? read?.size
  const { condition, maxPrice, delivery, bag } = query
  const bindings: Closeness['bindings'] = {}
  /** The condition that a title has this in it, as `fold` reads both. PostgreSQL folds again each time that it stands somewhere. */
  const holds = (text: string) =>
    `title like ${FOLDED.test(text) ? bound(`%${text}%`) : `holding(fold(${bound(text)}))`}`
  /** And, where it is short, that a word begins with it, `top` is in `stop`, or is it. */
  const nameHolds = (name: string) => {
    const stands = standOf(name)
    if (stands === 'anywhere') return holds(name)
    const first = `' ' || title like holding(' ' || fold(${bound(name)}))`
    return `(${holds(name)} and ${stands === 'alone' ? `title ~ ${bound(`\\y${name}(${PLURALS.join('|')})?\\y`)}` : first})`
  }
  const bound = (text: string) => {
    const name = `name${Object.keys(bindings).length}`
    bindings[name] = text
    return `:${name}`
  }
  const terms = termsOf(read?.rest ?? search).map(({ words, synonyms: known }) => {
    const synonyms = shortest(known)
    const texts = words.map(holds).join(' and ')
    const tells = words.some((word) => /[\p{L}\p{N}]{3}/u.test(word) && !LITTLE_WORDS.has(word.toLowerCase()))
    const names = [
      { texts: words, stands: 'anywhere' as const },
      ...synonyms.map((name) => ({ texts: [name], stands: standOf(name) })),
    ]
    return { tells, texts, names, named: `(${[`(${texts})`, ...synonyms.map(nameHolds)].join(' or ')})` }
  })
  const telling = terms.some(({ tells }) => tells) ? terms.filter(({ tells }) => tells) : terms
  const names = telling.map(({ named }) => named)
  const near = SIZES.flatMap((group) => {
    const at = group.indexOf(size ?? '')
    return at === -1 ? [] : group.slice(Math.max(0, at - 1), at + 2)
  })
  const literal = allOf(wordsOf(search).map(holds))
  const reached = query.near === undefined || within === undefined ? 'true' : `coalesce(${RING} <= ${within}, false)`
  const others = allOf(attributeConditions({ condition, maxPrice, delivery, bag }))
  // Also a bag that has it among others.
  const inSize = (wanted: string | undefined) =>
    wanted === undefined
      ? 'true'
      : `(age_size is not distinct from '${wanted}' or coalesce(${spanned('sizes', wanted)}, false))`
  return {
    names: telling.map(({ names }) => names),
    sizes: near,
    // Clothes for girls go by the same name as those for boys.
    texts: read ? literal : allOf(telling.map(({ texts }) => texts)),
    found: allOf([literal, inSize(query.size), reached, others]),
    named: allOf(names),
    wholly: allOf(terms.map(({ named }) => named)),
    telling: names.map((named) => `${named}::int`).join(' + ') || '0',
    partly: names.join(' or ') || 'true',
    size: inSize(size),
    sizeNear: size === undefined ? 'true' : `coalesce(age_size, '') in (${near.map((one) => `'${one}'`).join(', ')})`,
    within: reached,
    others,
    bindings,
  }
}

/** Without those that are found by another of them: `leggings` by `legging`, `track pants` by `pants`. */
const shortest = (names: string[]): string[] =>
  names.filter((name) => !names.some((other) => other !== name && isFoundBy(name, other)))

const isFoundBy = (name: string, other: string) => {
  const stands = standOf(other)
  if (stands === 'anywhere') return name.includes(other)
  return stands === 'first' ? ` ${name}`.includes(` ${other}`) : ` ${name} `.includes(` ${other} `)
}

function standOf(name: string): Name['stands'] {
  if (name.length > MOST_IN_OTHERS) return 'anywhere'
  return name.length > MOST_AT_BEGINNING || !FOLDED.test(name) ? 'first' : 'alone'
}

const allOf = (conditions: string[]) => conditions.join(' and ') || 'true'

/** Several words that together have another name are one term: `rain coat`. */
function termsOf(text: string): Term[] {
  const words = wordsOf(text).filter((word) => word !== '')
  const terms: Term[] = []
  while (words.length > 0) {
    const term = longestName(words) ?? { words: words.slice(0, 1), synonyms: synonymsOf(words[0] ?? '') }
    terms.push(term)
    words.splice(0, term.words.length)
  }
  return terms
}

function longestName(words: string[]): Term | undefined {
  for (let length = Math.min(LONGEST_NAME, words.length); length > 1; length -= 1) {
    const together = words.slice(0, length)
    const synonyms = otherNamesOf(together.join(' '))
    if (synonyms.length > 0) return { words: together, synonyms }
  }
  return undefined
}
