import { readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from './words.ts'

/** English message -> the same in another language. */
export type Catalogue = Record<string, string>

export type Catalogues = Partial<Record<Language, Catalogue>>

/** All catalogues of `languages/`; English needs none. The build of the site puts them into its server's part. */
export const CATALOGUES: Catalogues = Object.fromEntries(
  LANGUAGES.filter((language) => language !== 'en').map((language) => [language, readCatalogue(language)]),
)

function readCatalogue(language: Language): Catalogue {
  const file = new URL(`../../../languages/${language}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Catalogue
}
