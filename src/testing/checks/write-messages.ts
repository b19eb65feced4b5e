/**
 * `npm run messages`: sorts the catalogues of `languages/` and drops what nobody says any more.
 * `-- --fill [LANGUAGE…]` adds what a catalogue lacks, with nothing behind it, to be written there.
 * `-- --add LANGUAGE` begins a new language.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { LANGUAGES } from '../../platform/language/words.ts'
import { allMessages, catalogueFile, readCatalogue, shownSources } from './all-messages.ts'

const WORDS = 'src/platform/language/words.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { add: { type: 'string' }, fill: { type: 'boolean', default: false } },
})
const messages = [...allMessages(shownSources()).keys()].toSorted()
const languages: string[] = LANGUAGES.filter((language) => language !== 'en')
if (values.add !== undefined) begin(values.add)
for (const language of languages) {
  const fills = language === values.add || (values.fill && (positionals.length === 0 || positionals.includes(language)))
  write(language, fills)
}

function write(language: string, fills: boolean): void {
  const known = readCatalogue(language)
  const kept = messages.filter((message) => known[message] !== undefined || fills)
  const text = JSON.stringify(Object.fromEntries(kept.map((message) => [message, known[message] ?? ''])), null, 2)
  const before = readFileSync(catalogueFile(language), 'utf8')
  if (`${text}\n` !== before) writeFileSync(catalogueFile(language), `${text}\n`)
  const missing = messages.filter((message) => !known[message]).length
  if (values.fill || language === values.add) console.log(`${language}: ${missing} of ${messages.length} to be written`)
}

/** @throws RangeError for what is no language */
function begin(given: string): void {
  const [language = given] = Intl.getCanonicalLocales(given)
  if (existsSync(catalogueFile(language))) return
  writeFileSync(catalogueFile(language), '{}\n')
  const source = readFileSync(WORDS, 'utf8')
  writeFileSync(WORDS, source.replace(/(export const LANGUAGES = \[[^\]]*)\]/, `$1, '${language}']`))
  languages.push(language)
}
