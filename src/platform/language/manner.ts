import type { Context } from '../context.ts'
import type { Http } from '../http/http.ts'
import type { Manner } from './facts.ts'
import { languageOf } from './language-of.ts'
import { languageNamed } from './words.ts'

/** The manner of an answer to that request. */
export const mannerFor = ({ site }: Pick<Context, 'site'>, http: Http): Manner => ({
  language: languageOf(http),
  timeZone: site.timeZone,
  look: site,
})

/** The manner of mails and pushes to a member: in the language they have chosen, else in the market's. */
export const mannerOf = (
  { site }: Pick<Context, 'site'>,
  member: { language: string | null } | null | undefined,
): Manner => ({
  language: languageNamed(member?.language) ?? site.language,
  timeZone: site.timeZone,
  look: site,
})
