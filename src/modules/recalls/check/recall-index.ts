import { setImmediate as turn } from 'node:timers/promises'
import type { Recall } from '../recall.ts'
import { COMMON, KINDS, OTHER_THINGS } from './kinds.ts'
import { growingWords, nearWords, push } from './near-words.ts'
import { type Phrase, phraseFinder, type Spoken } from './phrases.ts'
import { asModel, readModels, readWords } from './read-words.ts'

/** The names and numbers of a recalled product. */
interface Product {
  recall: Recall
  brand: string[]
  names: string[]
  kind: string | undefined
}

/** A recall that may be meant, and the sign for it. */
export interface Match {
  recall: Recall
  by: 'model' | 'name'
}

export interface RecallIndex {
  /**
   * The recalls that a thing may be under, at most three, the likeliest first: by a model number, or by brand and product.
   * @param texts its title, then whatever else is said of it, sentence by sentence
   */
  find(texts: string[]): Match[]
  /** So many products have been compared with texts since it was made: what a look-up costs. */
  readonly compared: number
}

/** A text's words, those that they may be slips of, and the kinds of things that it names. */
interface Said {
  exact: Set<string>
  said: Set<string>
  kinds: Phrase<string>[]
}

/** A brand and a word of its own say more of a product than a word that many share. */
const WEIGHT = { brand: 2, own: 2, common: 1, kind: 2 }
/** The part of a product's name that a title may lack: a word at least. */
const MAY_LACK = 0.4
const MOST = 3
/** Each is looked at together with the title, so what is said in more of them is read for model numbers alone. */
const MOST_SENTENCES = 20
/** No more products are compared with a title or a sentence; those come first that share its rarest word. */
const MOST_COMPARED = 100
/** A text as it is compared: its words, the words that those may be slips of, and the kinds of things that it names. */
const FEW = 20
/** A word in the names of so many brands is nobody's own. */
const COMMON_FROM = 4
/** So long a number with letters in it names one product alone; another needs its brand. */
const LONG_MODEL = 5

const common = new Set(COMMON.flatMap(readWords))
const otherProducts = new Set(OTHER_THINGS.flatMap(readWords))
const KIND_PHRASES = [...KINDS].flatMap(([means, { names }]) =>
  names.map((name) => ({ words: readWords(name), means })),
)
export const findKinds = phraseFinder(KIND_PHRASES)
const kindWords = new Set(KIND_PHRASES.flatMap(({ words }) => words))
export const nearKindWords = nearWords([...kindWords, ...common, ...otherProducts])

/** So many recalls or products are read at one go, a few milliseconds' work; then whoever else waits has a turn. */
const AT_ONE_GO = 250

/** Made once for all recalls: a look-up then costs what its text is long, not what there are recalls. */
export async function indexRecalls(recalls: Recall[]): Promise<RecallIndex> {
  const products: Product[] = []
  const joined = new Map<string, string[]>()
  const brands = new Map<string, Set<string>>()
  const { add, near } = growingWords()
  for (const word of [...kindWords, ...common, ...otherProducts]) add(word)
  await inTurns(recalls, (recall) => {
    joinWords(joined, recall)
    for (const name of recall.products) {
      const product = productOf(recall, name)
      products.push(product)
      for (const word of [...product.brand, ...product.names]) add(word)
      for (const word of product.names)
        brands.set(word, (brands.get(word) ?? new Set()).add(product.brand.join(' ') || recall.key))
    }
  })
  const isCommon = (word: string) =>
    common.has(word) || kindWords.has(word) || /^\d+$/.test(word) || (brands.get(word)?.size ?? 0) >= COMMON_FROM
  const weigh = (names: string[]) => names.reduce((sum, name) => sum + (isCommon(name) ? WEIGHT.common : WEIGHT.own), 0)
  const byOwn = new Map<string, Product[]>()
  const byBrand = new Map<string, Product[]>()
  /** A word or a kind besides a brand of many products. */
  const byBrandAnd = new Map<string, Map<string, Product[]>>()
  const byModel = new Map<string, Product[]>()
  await inTurns(products, (product) => {
    for (const word of product.names) if (!isCommon(word)) push(byOwn, word, product)
    for (const word of brandWords(product)) push(byBrand, word, product)
    for (const model of product.recall.models) push(byModel, asModel(model), product)
  })
  const ofManyProducts = [...byBrand].filter(([, some]) => some.length > FEW)
  await inTurns(
    ofManyProducts.flatMap(([word, some]) => some.map((product) => ({ word, product }))),
    ({ word, product }) => {
      const lists = byBrandAnd.get(word) ?? new Map<string, Product[]>()
      byBrandAnd.set(word, lists)
      for (const other of [...product.names, kindKey(product.kind)]) push(lists, other, product)
    },
  )
  /** A brand of common words alone is found by the first of them. */
  function brandWords({ brand }: Product): string[] {
    const own = brand.filter((word) => !isCommon(word))
    return own.length > 0 ? own : brand.slice(0, 1)
  }
  const speak = (text: string): Spoken[] =>
    readWords(text).map((word) => ({ word, near: [...near(word), ...(joined.get(word) ?? [])] }))
  const hear = (text: Spoken[]): Said => ({
    exact: new Set(text.flatMap(({ word }) => [word, ...(joined.get(word) ?? [])])),
    said: new Set(text.flatMap((spoken) => spoken.near)),
    kinds: findKinds(text),
  })

  function hasBrand({ brand }: Product, said: Set<string>): boolean {
    const present = brand.filter((word) => said.has(word))
    if (present.length === 0) return false
    const half = present.length * 2 >= brand.length && present.some((word) => !isCommon(word))
    return present.length === brand.length || half
  }

  /** The products that share a telling word with a text, those with its rarest first. */
  function candidates({ said, kinds }: Said): Product[] {
    const lists = [...said].flatMap((word) => {
      const pairs = byBrandAnd.get(word)
      const others = pairs && [...said, ...kinds.map(({ means }) => kindKey(means))].map((other) => pairs.get(other))
      return [byOwn.get(word), ...(others ?? [byBrand.get(word)])].filter((list) => list !== undefined)
    })
    const some = new Set<Product>()
    for (const list of lists.toSorted((one, other) => one.length - other.length))
      for (const product of list) {
        if (some.size === MOST_COMPARED) return [...some]
        some.add(product)
      }
    return [...some]
  }

  /** The weight of what a text lacks of a product's name, where it may be meant all the same. */
  function lacks(product: Product, text: Spoken[], { exact, said, kinds }: Said): number | undefined {
    const brand = hasBrand(product, said)
    const names = product.names.filter((name) => said.has(name))
    const own = names.filter((name) => !isCommon(name))
    const named = kinds.filter(({ means }) => means === product.kind)
    const kind = named.length > 0
    // Without its brand, one word may as well be the noun of what it is.
    if (!brand && (own.length === 0 || (own.length === 1 && !kind))) return undefined
    // One slip is a slip; two words that are nearly there are other words.
    const slips = [
      ...[...product.brand, ...own].filter((word) => said.has(word) && !exact.has(word)),
      ...(brand && !product.brand.every((word) => said.has(word)) ? ['a part of the brand'] : []),
      ...(kind && !named.some(({ words }) => words.every((word) => exact.has(word))) ? ['its kind'] : []),
    ]
    if (slips.length > 1) return undefined
    const hasKind = product.kind !== undefined
    const whole = (product.brand.length > 0 ? WEIGHT.brand : 0) + weigh(product.names) + (hasKind ? WEIGHT.kind : 0)
    const there = (brand ? WEIGHT.brand : 0) + weigh(names) + (kind ? WEIGHT.kind : 0)
    if (there <= WEIGHT.brand || whole - there > Math.max(WEIGHT.own, whole * MAY_LACK)) return undefined
    // A word that is nearly there says nothing where the kind of thing isn't named either.
    if (hasKind && !kind && own.length > 0 && own.every((word) => !exact.has(word))) return undefined
    // It is said to be something else.
    if (!kind && (kinds.length > 0 || (hasKind && text.some(({ word }) => otherProducts.has(word))))) return undefined
    if (own.length > 0) return whole - there
    // A brand with its kind counts where no other word says which one it is; a brand with words that many share, where none is missing.
    if (!kind && whole - there >= WEIGHT.own) return undefined
    const known = new Set([...product.brand, ...product.names, ...kinds.flatMap(({ words }) => words)])
    const vague = text.every(
      ({ word, near: close }) => /^\d+$/.test(word) || close.some((one) => isCommon(one) || known.has(one)),
    )
    return vague ? whole - there : undefined
  }

  let compared = 0
  return {
    get compared() {
      return compared
    },
    find([title = '', ...sentences]) {
      const found = new Map<string, Match & { lacking: number }>()
      const keep = (match: Match & { lacking: number }) => {
        const before = found.get(match.recall.key)
        if (!before || match.lacking < before.lacking) found.set(match.recall.key, match)
      }
      const head = speak(title)
      const parts = [head, ...sentences.slice(0, MOST_SENTENCES).map((sentence) => [...head, ...speak(sentence)])]
      const all = new Set(parts.flatMap((part) => part.flatMap((spoken) => spoken.near)))
      for (const model of new Set([title, ...sentences].flatMap(readModels))) {
        const telling = model.length >= LONG_MODEL && /\p{L}/u.test(model)
        for (const product of byModel.get(model)?.slice(0, MOST_COMPARED) ?? []) {
          compared += 1
          if (telling || hasBrand(product, all)) keep({ recall: product.recall, by: 'model', lacking: 0 })
        }
      }
      for (const part of parts) {
        const said = hear(part)
        for (const product of candidates(said)) {
          compared += 1
          const lacking = lacks(product, part, said)
          if (lacking !== undefined) keep({ recall: product.recall, by: 'name', lacking })
        }
      }
      return [...found.values()]
        .toSorted((one, other) => one.lacking - other.lacking)
        .slice(0, MOST)
        .map(({ recall, by }) => ({ recall, by }))
    },
  }
}

const kindKey = (kind: string | undefined) => `kind: ${kind}`

function productOf(recall: Recall, name: string): Product {
  const brand = readWords(recall.brand)
  const words = readWords(name)
  const kind = findKinds(words.map((word) => ({ word, near: [word] }))).at(-1)
  const names = words.filter((word) => !brand.includes(word) && !kind?.words.includes(word))
  return { recall, brand, names: [...new Set(names)], kind: kind?.means }
}

/** `fisherprice` -> `fisher`, `price`: what is written with a hyphen or apart is also written as one. */
function joinWords(joined: Map<string, string[]>, { brand, products }: Recall): void {
  for (const words of [brand, ...products].map(readWords))
    for (const [at, word] of words.slice(1).entries()) joined.set(`${words[at]}${word}`, [words[at] ?? '', word])
}

async function inTurns<T>(all: T[], each: (one: T) => void): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONE_GO) {
    if (from > 0) await turn()
    for (const one of all.slice(from, from + AT_ONE_GO)) each(one)
  }
}
