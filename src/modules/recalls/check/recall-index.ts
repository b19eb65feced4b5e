import { setImmediate as turn } from 'node:timers/promises'
import type { Recall } from '../recall.ts'
import { COMMON, KINDS, OTHER_THINGS } from './kinds.ts'
import { growingWords, nearWords, push } from './near-words.ts'
import { phraseFinder, type Spoken } from './phrases.ts'
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
   * The recalls that a thing may be under, at most three, by a model number, or by brand and product.
   * @param texts its title, then whatever else is said of it, sentence by sentence
   */
  find(texts: string[]): Match[]
}

/** A brand and a word of its own say more of a product than a word that many share. */
const WEIGHT = { brand: 2, own: 2, common: 1, kind: 2 }
/** The part of a product's name that a title may lack: a word at least. */
const MAY_LACK = 0.4
const MOST = 3
/** Each is looked at together with the title, so what is said in more of them is read for model numbers alone. */
const MOST_SENTENCES = 20
/** A word in the names of so many brands is nobody's own. */
const COMMON_FROM = 12
/** So long a number with letters in it names one product alone; another needs its brand. */
const LONG_MODEL = 5

const common = new Set(COMMON.flatMap(readWords))
const otherProducts = new Set(OTHER_THINGS.flatMap(readWords))
const KIND_PHRASES = [...KINDS].flatMap(([means, { names }]) =>
  names.map((name) => ({ words: readWords(name), means })),
)
export const findKinds = phraseFinder(KIND_PHRASES)
const kindWords = KIND_PHRASES.flatMap(({ words }) => words)
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
      for (const word of product.names) brands.set(word, (brands.get(word) ?? new Set()).add(product.brand.join(' ')))
    }
  })
  const isCommon = (word: string) => common.has(word) || (brands.get(word)?.size ?? 0) >= COMMON_FROM
  const byWord = new Map<string, Product[]>()
  const byModel = new Map<string, Product[]>()
  await inTurns(products, (product) => {
    const { brand, names, recall } = product
    for (const word of [...brand, ...names]) if (!isCommon(word)) push(byWord, word, product)
    // A brand of common words alone is found by the first of them.
    if (brand[0] !== undefined && brand.every(isCommon)) push(byWord, brand[0], product)
    for (const model of recall.models) push(byModel, asModel(model), product)
  })
  const speak = (text: string): Spoken[] =>
    readWords(text).map((word) => ({ word, near: joined.get(word) ?? near(word) }))

  function hasBrand({ brand }: Product, said: Set<string>): boolean {
    const present = brand.filter((word) => said.has(word))
    if (present.length === 0) return false
    const half = present.length * 2 >= brand.length && present.some((word) => !isCommon(word))
    return present.length === brand.length || half
  }

  function findByName(text: Spoken[], found: Map<string, Match>): void {
    const said = new Set(text.flatMap((spoken) => spoken.near))
    const kinds = findKinds(text)
    const fits = (product: Product) => {
      const brand = hasBrand(product, said)
      const names = product.names.filter((name) => said.has(name))
      const telling = names.some((name) => !isCommon(name))
      if (!brand && !telling) return false
      const kind = kinds.some(({ means }) => means === product.kind)
      const weigh = (all: string[]) => all.reduce((sum, name) => sum + (isCommon(name) ? WEIGHT.common : WEIGHT.own), 0)
      const hasKind = product.kind !== undefined
      const whole = (product.brand.length > 0 ? WEIGHT.brand : 0) + weigh(product.names) + (hasKind ? WEIGHT.kind : 0)
      const there = (brand ? WEIGHT.brand : 0) + weigh(names) + (kind ? WEIGHT.kind : 0)
      if (there <= WEIGHT.brand || whole - there > Math.max(WEIGHT.own, whole * MAY_LACK)) return false
      // It is said to be something else.
      if (hasKind && !kind && (kinds.length > 0 || text.some(({ word }) => otherProducts.has(word)))) return false
      // A brand with its kind counts where no other word says which one it is.
      const known = new Set([...product.brand, ...product.names, ...kinds.flatMap(({ words }) => words)])
      return (
        telling ||
        text.every(
          ({ word, near: close }) => /^\d+$/.test(word) || close.some((one) => isCommon(one) || known.has(one)),
        )
      )
    }
    for (const product of new Set([...said].flatMap((word) => byWord.get(word) ?? []))) {
      const { key } = product.recall
      if (!found.has(key) && fits(product)) found.set(key, { recall: product.recall, by: 'name' })
    }
  }

  return {
    find([title = '', ...sentences]) {
      const found = new Map<string, Match>()
      const head = speak(title)
      const parts = [head, ...sentences.slice(0, MOST_SENTENCES).map((sentence) => [...head, ...speak(sentence)])]
      const said = new Set(parts.flatMap((part) => part.flatMap((spoken) => spoken.near)))
      for (const model of new Set([title, ...sentences].flatMap(readModels))) {
        const telling = model.length >= LONG_MODEL && /\p{L}/u.test(model)
        for (const product of byModel.get(model) ?? [])
          if (telling || hasBrand(product, said)) found.set(product.recall.key, { recall: product.recall, by: 'model' })
      }
      for (const part of parts) findByName(part, found)
      return [...found.values()].slice(0, MOST)
    },
  }
}

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
