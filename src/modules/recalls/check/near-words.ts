import { isOneTypo } from '../../../platform/text/one-typo.ts'

/** A longer word is nothing that is sold, and would cost the square of its length. */
const MOST_LETTERS = 40

/**
 * Says which words of a vocabulary a word may be: itself, and those that one letter more, less, other or swapped makes of it.
 * A word of the vocabulary is not mistyped. Each loses every one of its letters once, and those that then meet are compared.
 * @param least shorter words have too many neighbours
 */
export function nearWords(vocabulary: Iterable<string>, least = 4): (word: string) => string[] {
  const known = new Set(vocabulary)
  const shortened = new Map<string, string[]>()
  for (const word of known) {
    if (word.length < least) continue
    for (const less of shorter(word)) {
      const same = shortened.get(less)
      if (same) same.push(word)
      else shortened.set(less, [word])
    }
  }
  return (word) => {
    if (known.has(word) || word.length < least || word.length > MOST_LETTERS || /\d/.test(word)) return [word]
    const close = shorter(word).flatMap((less) => shortened.get(less) ?? [])
    return [word, ...new Set(close.filter((other) => isOneTypo(word, other)))]
  }
}

const shorter = (word: string) => [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))]
