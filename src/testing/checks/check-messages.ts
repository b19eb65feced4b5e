// Texts that people read go through the catalogues, and each says all of it: exit 1 and one line for each fault.
import { faultsOf, faultsOfEnglish } from '../../platform/language/compare-messages.ts'
import { findLooseSentences, findLooseTexts, placeOf } from '../../platform/language/find-messages.ts'
import { LANGUAGES } from '../../platform/language/words.ts'
import { allMessages, catalogueFile, readCatalogue, shownSources } from './all-messages.ts'

interface Strictness {
  /** Whether a message that a catalogue lacks is a fault. */
  allTranslated: boolean
  /** Whether a text of the site that no catalogue knows is one. */
  noLooseText: boolean
}
const STRICT: Strictness = { allTranslated: true, noLooseText: true }

/** Most that are listed of one kind: the first ones show what is wrong. */
const MOST = 40

const sources = shownSources()
const messages = allMessages(sources)
const faults: string[] = []

for (const [message, { file, text, start }] of messages)
  for (const fault of faultsOfEnglish(message)) faults.push(`${file}:${placeOf(text, start)} "${message}" ${fault}`)

for (const language of LANGUAGES) {
  if (language === 'en') continue
  const catalogue = readCatalogue(language)
  const file = catalogueFile(language)
  for (const [message, translation] of Object.entries(catalogue)) {
    if (!messages.has(message)) faults.push(`${file} "${message}" is said nowhere: npm run messages drops it`)
    else if (translation !== '' || STRICT.allTranslated)
      faults.push(...faultsOf(language, message, translation).map((fault) => `${file} "${message}" ${fault}`))
  }
  const missing = [...messages.keys()].filter((message) => catalogue[message] === undefined)
  if (STRICT.allTranslated) faults.push(...some(missing.map((message) => `${file} lacks "${message}"`)))
}

if (STRICT.noLooseText) {
  const loose = sources.flatMap(({ file, text }) => {
    const [found, call] = /^web\/.*\.tsx$/.test(file)
      ? [findLooseTexts(file, text), 't']
      : /^cli\//.test(file)
        ? [findLooseSentences(file, text), 'words']
        : [[], '']
    return found.map((one) => `${file}:${placeOf(text, one.start)} "${one.text}" needs ${call}('…')`)
  })
  faults.push(...some(loose))
}

for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

function some(all: string[]): string[] {
  return all.length > MOST ? [...all.slice(0, MOST), `… and ${all.length - MOST} more such`] : all
}
