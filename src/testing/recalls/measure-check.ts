import { readFileSync } from 'node:fs'
import { checkWords, indexRecalls, type Recall, STARTER } from '../../modules/recalls/index.ts'

/**
 * 2,000 ordinary titles: other things of the brands in the starter set, and things of the same kinds by nobody, in the six
 * languages; some 1,200 of them, with endings that neighbours write. They were written together with the check, and its lists of
 * common words know them: they keep it from getting worse, and say less of titles that nobody has seen. A few name things that
 * are in the set by now (an Antilop high chair), about which asking is right, and count as alarms all the same.
 */
export const ORDINARY = readFileSync(new URL('ordinary-titles.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

const WHERE = { country: 'US', month: '2026-11' }

interface Tried {
  title: string
  /** In milliseconds. */
  took: number
}
/** A title with a slip, of a recalled product. */
export interface Slip extends Tried {
  product: string
  /** Whether the seller is asked to compare the label with its recall. */
  asked: boolean
}
/** A title of something that is not recalled. */
export interface Ordinary extends Tried {
  /** The recalled products that its seller is asked about all the same. */
  alarms: string[]
}

/** Each product of `recalled`, a part of the recalls, with one word missing or mistyped, and titles of ordinary things. */
export async function measureCheck(
  ordinary: string[],
  recalls: Recall[] = STARTER,
  recalled = recalls,
): Promise<{ slips: Slip[]; ordinary: Ordinary[] }> {
  const index = await indexRecalls(recalls)
  const check = (title: string) => {
    const started = performance.now()
    const { recalls } = checkWords(index, { title, description: '' }, WHERE)
    return { recalls: recalls.map(({ recall }) => recall), took: performance.now() - started }
  }
  const products = recalled.flatMap(({ key, brand, products }) =>
    products.map((name) => ({
      key,
      product: name.toLowerCase().includes(brand.toLowerCase()) ? name : `${brand} ${name}`,
    })),
  )
  return {
    slips: products.flatMap(({ key, product }) =>
      slipsOf(product).map((title) => {
        const { recalls, took } = check(title)
        return { title, product, took, asked: recalls.some((recall) => recall.key === key) }
      }),
    ),
    ordinary: ordinary.map((title) => {
      const { recalls, took } = check(title)
      return { title, took, alarms: recalls.map(({ brand, products: [name] }) => `${brand} ${name}`) }
    }),
  }
}

/** Once without each of its words, and once with a slip in the middle of each: a letter lost, doubled, or swapped with the next. */
function slipsOf(title: string): string[] {
  const words = title.split(' ')
  const all = words.flatMap((word, at) => {
    const middle = Math.floor(word.length / 2)
    const [before, after] = [word.slice(0, middle), word.slice(middle + 1)]
    const mistyped = [`${before}${after}`, `${before}${word[middle]}${word[middle]}${after}`, swapped(word, middle - 1)]
    return [words.toSpliced(at, 1), ...(word.length > 3 ? mistyped.map((slip) => words.with(at, slip)) : [])]
  })
  return [...new Set(all.map((slip) => slip.join(' ')))].filter((slip) => slip !== title)
}

const swapped = (word: string, at: number) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`
