import { SYNONYM_GROUPS } from './synonym-groups.ts'

const bySynonym = new Map<string, Set<string>>()
for (const groups of Object.values(SYNONYM_GROUPS))
  for (const group of groups)
    for (const word of group) bySynonym.set(word, new Set([...(bySynonym.get(word) ?? []), ...group]))

/** Other names for the thing that these words name, which may be several: `rain coat`. Without the words themselves. */
export function otherNamesOf(words: string): string[] {
  const folded = fold(words)
  const found = [folded, singular(folded), `${folded}s`].flatMap((form) => [...(bySynonym.get(form) ?? [])])
  return [...new Set(found)].filter((word) => !word.includes(folded))
}

/** The same of one word, and the one of many: `sandal` of sandals. */
export const synonymsOf = (word: string): string[] =>
  [...new Set([singular(fold(word)), ...otherNamesOf(word)])].filter((name) => name !== fold(word))

const fold = (words: string) => words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const singular = (folded: string) => (/\p{L}{3}s$/u.test(folded) ? folded.slice(0, -1) : folded)
