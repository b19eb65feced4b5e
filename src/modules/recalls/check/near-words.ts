import { isOneTypo } from '../../../platform/text/one-typo.ts'

/** A longer word is nothing that is sold, and would cost the square of its length. */
const MOST_LETTERS = 40

/**
 * Says which words of a vocabulary a word may be: itself, and those that one letter more, less, other or swapped makes of it.
 * A word of the vocabulary is not mistyped. Each loses every one of its letters once, and those that then meet are compared.
 * @param least shorter words have too many neighbours
 */
export function nearWords(vocabulary: Iterable<string>, least = 4): (word: string) => string[] {
  const { add, near } = growingWords(least)
  for (const word of vocabulary) add(word)
  return near
}

/** {@link nearWords} of a vocabulary that is added to word by word. */
export function growingWords(least = 4): { add: (word: string) => void; near: (word: string) => string[] } {
  const known = new Set<string>()
  const shortened = new Map<string, string[]>()
  return {
    add(word) {
      if (known.has(word)) return
      known.add(word)
      if (word.length < least) return
      for (const less of shorter(word)) push(shortened, less, word)
    },
    near(word) {
      if (known.has(word) || word.length < least - 1 || word.length > MOST_LETTERS || /\d/.test(word)) return [word]
      const close = shorter(word).flatMap((less) => shortened.get(less) ?? [])
      return [word, ...new Set(close.filter((other) => isOneTypo(word, other)))]
    },
  }
}

/** Adds one to the list of a key. */
export function push<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const list = lists.get(key)
  if (list) list.push(one)
  else lists.set(key, [one])
}

const shorter = (word: string) => [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))]
