import { readFileSync } from 'node:fs'
import { withIsolates } from './isolates.ts'
import { directionOf, LANGUAGES, type Language } from './words.ts'

/** English message -> the same in another language. */
export type Catalogue = Record<string, string>

export type Catalogues = Partial<Record<Language, Catalogue>>

/** All catalogues of `languages/`; English needs none. The build of the site puts them into its server's part. */
export const CATALOGUES: Catalogues = Object.fromEntries(
  LANGUAGES.filter((language) => language !== 'en').map((language) => [language, readCatalogue(language)]),
)

function readCatalogue(language: Language): Catalogue {
  const file = new URL(`../../../languages/${language}.json`, import.meta.url)
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Catalogue
  if (directionOf(language) === 'ltr') return catalogue
  return Object.fromEntries(Object.entries(catalogue).map(([message, said]) => [message, withIsolates(said)]))
}
