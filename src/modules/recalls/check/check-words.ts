import { BANNED, bannedType, type BannedKind } from './banned.ts'
import { KINDS } from './kinds.ts'
import { findKinds, type Match, nearKindWords, type RecallIndex } from './recall-index.ts'
import { readWords, sentencesOf } from './read-words.ts'

/** A seller's words about a thing. */
export interface SaidOf {
  title: string
  description: string
  /** The brand that an analyser has read on its photos. */
  brand?: string | undefined
}

/** One of three answers, or nothing to say; none of them says that a thing is harmless. */
export interface Answer {
  /** It may not be listed: why, and what to do with it. */
  banned: { type: BannedKind; reason: string } | null
  /** Its label is to be compared with these. */
  recalls: Match[]
  /** Advice about things of its kind. */
  advice: string | null
}

export function checkWords(index: RecallIndex, said: SaidOf, where: { country: string; month: string }): Answer {
  const sentences = sentencesOf(said.description)
  const banned = bannedType([said.title, ...sentences], where)
  return {
    banned: banned === undefined ? null : { type: banned, reason: BANNED[banned].reason },
    recalls: index.find([[said.brand ?? '', said.title].join(' ').trim(), ...sentences]),
    advice: adviceOn(said.title),
  }
}

function adviceOn(title: string): string | null {
  const kinds = findKinds(readWords(title).map((word) => ({ word, near: nearKindWords(word) })))
  return kinds.map(({ means }) => KINDS.get(means)?.advice).find((advice) => advice !== undefined) ?? null
}
