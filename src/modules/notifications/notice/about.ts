import { formatFacts, type Facts, type Manner } from '../../../platform/language/facts.ts'
import { translate } from '../../../platform/language/translate.ts'
import { words, type Said } from '../../../platform/language/words.ts'

/** The listing that a notice is about: its picture, and what decides whether to go and look. What isn't known is left out. */
export interface About {
  /** The address of a small picture on this site. */
  picture?: string
  /** Size and, of a bag, the number of things. */
  traits?: Said[]
  /** From the member's place, or the one they search around. */
  km?: number
  /** Its price, as decimal digits; left out where the words of the notice say it. */
  tokens?: string
}

/** `18-24 months · about 1 mi away · 3 tokens`; null where nothing is known. */
export function detailsOf(about: About | null, manner: Manner): string | null {
  const { traits = [], km, tokens } = about ?? {}
  const say = (message: string, facts: Facts) => formatFacts(manner, message, facts)
  const details = [
    ...traits.map((trait) => translate(manner.language, trait)),
    ...(km === undefined ? [] : [say(words('about {km} away'), { km })]),
    ...(tokens === undefined ? [] : [say(TOKENS, { count: Number(tokens), price: { decimal: tokens } })]),
  ]
  return details.length === 0 ? null : details.join(' · ')
}

const TOKENS = words('{count, plural, one {{price} token} other {{price} tokens}}')
