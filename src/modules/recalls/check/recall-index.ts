import type { Recall } from '../recall.ts'
import { COMMON, KINDS, OTHER_THINGS } from './kinds.ts'
import { nearWords } from './near-words.ts'
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

/** Made once for all recalls: a look-up then costs what its text is long, not what there are recalls. */
export function indexRecalls(recalls: Recall[]): RecallIndex {
  const products = recalls.flatMap((recall) => recall.products.map((name) => productOf(recall, name)))
  const shared = sharedWords(products)
  const isCommon = (word: string) => common.has(word) || shared.has(word)
  // A brand of common words alone is found by the first of them.
  const byWord = listed(products, ({ brand, names }) => [
    ...[...brand, ...names].filter((word) => !isCommon(word)),
    ...(brand.every(isCommon) ? brand.slice(0, 1) : []),
  ])
  const byModel = listed(products, ({ recall }) => recall.models.map(asModel))
  const near = nearWords([
    ...kindWords,
    ...common,
    ...otherProducts,
    ...products.flatMap(({ brand, names }) => [...brand, ...names]),
  ])
  const joined = joinedWords(recalls)
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
function joinedWords(recalls: Recall[]): Map<string, string[]> {
  const names = recalls.flatMap(({ brand, products }) => [brand, ...products].map(readWords))
  return new Map(
    names.flatMap((words) => words.slice(1).map((word, at) => [`${words[at]}${word}`, [words[at] ?? '', word]])),
  )
}

function sharedWords(products: Product[]): Set<string> {
  const brands = new Map<string, Set<string>>()
  for (const { brand, names } of products)
    for (const name of names) brands.set(name, (brands.get(name) ?? new Set()).add(brand.join(' ')))
  return new Set([...brands].flatMap(([word, of]) => (of.size >= COMMON_FROM ? [word] : [])))
}

function listed(products: Product[], by: (product: Product) => string[]): Map<string, Product[]> {
  const map = new Map<string, Product[]>()
  for (const product of products)
    for (const key of by(product)) {
      const list = map.get(key)
      if (list) list.push(product)
      else map.set(key, [product])
    }
  return map
}
