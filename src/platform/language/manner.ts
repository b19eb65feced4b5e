import type { Config } from '../config.ts'
import type { Http } from '../http/http.ts'
import type { Manner } from './facts.ts'
import { languageOf } from './language-of.ts'
import { languageNamed } from './words.ts'

/** How an answer to that request reads. */
export const mannerFor = (config: Config, http: Http): Manner => ({
  language: languageOf(http),
  timeZone: config.MARKET_TIME_ZONE,
})

/** How a member reads what is sent to them: in the language they have chosen, else in the market's. */
export const mannerOf = (config: Config, member: { language: string | null } | null | undefined): Manner => ({
  language: languageNamed(member?.language) ?? config.MARKET_LANGUAGE,
  timeZone: config.MARKET_TIME_ZONE,
})
