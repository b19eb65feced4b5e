/** Conditions in SQL with their bindings. */
export interface WordConditions {
  holding: string[]
  /** The condition that follows from one of them that has no trigram to be found by. */
  shortWords: string[]
  bindings: Record<string, string>
}

/** Around a word, not of it: "shoes, leather". */
const AROUND = /^[,.;:!?"'“”„’()]+|[,.;:!?"'“”„’()]+$/g
const SPELT_OUT = /[äöüøå]/i
/** The index finds texts by three letters or digits in a row; which others count as letters depends on the database. */
const HAS_TRIGRAM = /[a-z0-9]{3}/i

/** The words of what somebody typed, each once; signs that stand alone are words too. */
export const wordsOf = (text: string): string[] => [
  ...new Set(text.split(/\s+/).map((word) => word.replace(AROUND, '') || word)),
]

/** The words as `holdingWords` reads them: `spelt` are looked for spelt out too. */
export const readingsOf = (text: string): { word: string; spelt: boolean }[] =>
  wordsOf(text).map((word) => ({ word, spelt: SPELT_OUT.test(word) }))

/**
 * The condition that a folded column has each word of `text` in it, wherever it stands. A letter with an umlaut is
 * found as such, without it and spelt out.
 */
export function holdingWords(column: 'title' | 'city', text: string): WordConditions {
  const conditions: WordConditions = { holding: [], shortWords: [], bindings: {} }
  for (const [index, { word, spelt }] of readingsOf(text).entries()) {
    const name = `${column}${index}`
    conditions.bindings[name] = word
    const readings = spelt ? [`fold(:${name})`, `spell_out(:${name})`] : [`fold(:${name})`]
    const either = (condition: (reading: string) => string) => `(${readings.map(condition).join(' or ')})`
    conditions.holding.push(either((reading) => `${column} like holding(${reading})`))
    if (!HAS_TRIGRAM.test(plain(word))) {
      conditions.shortWords.push(either((reading) => `short_parts(${column}) @> short_parts(${reading})`))
    }
  }
  return conditions
}

/** A word that no index finds is compared with every text that has its letters. */
const COST_WITHOUT_INDEX = 10

/** PostgreSQL's cost of looking for these texts, in words that the index finds. */
export const costOf = (...texts: (string | undefined)[]): number =>
  texts
    .flatMap((text) => (text ? wordsOf(text) : []))
    .reduce((sum, word) => sum + (HAS_TRIGRAM.test(plain(word)) ? 1 : COST_WITHOUT_INDEX), 0)

const plain = (word: string) => word.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
