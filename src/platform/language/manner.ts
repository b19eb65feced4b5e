import type { Context } from '../context.ts'
import type { Http } from '../http/http.ts'
import type { Manner } from './facts.ts'
import { languageOf } from './language-of.ts'
import { languageNamed } from './words.ts'

/** How an answer to that request reads. */
export const mannerFor = ({ site }: Pick<Context, 'site'>, http: Http): Manner => ({
  language: languageOf(http),
  timeZone: site.timeZone,
  look: site,
})

/** How a member reads what is sent to them: in the language they have chosen, else in the market's. */
export const mannerOf = (
  { site }: Pick<Context, 'site'>,
  member: { language: string | null } | null | undefined,
): Manner => ({
  language: languageNamed(member?.language) ?? site.language,
  timeZone: site.timeZone,
  look: site,
})
