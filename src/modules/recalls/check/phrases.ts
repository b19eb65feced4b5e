export interface Phrase<T> {
  words: string[]
  means: T
}

/** A word of a text, with what it may be a slip of. */
export interface Spoken {
  word: string
  near: string[]
}

/** Finds phrases in a text, word by word; where several begin at one word, the longest counts. */
export function phraseFinder<T>(phrases: Phrase<T>[]): (text: Spoken[]) => Phrase<T>[] {
  const byFirst = Map.groupBy(
    phrases.filter(({ words }) => words.length > 0).toSorted((one, other) => other.words.length - one.words.length),
    ({ words }) => words[0],
  )
  return (text) => {
    const found: Phrase<T>[] = []
    for (let at = 0; at < text.length;) {
      const phrase = text[at]?.near
        .flatMap((word) => byFirst.get(word) ?? [])
        .find(({ words }) => words.every((word, step) => text[at + step]?.near.includes(word)))
      if (phrase) found.push(phrase)
      at += phrase?.words.length ?? 1
    }
    return found
  }
}
