import { translate } from '../../../platform/language/translate.ts'
import { say, type Language } from '../../../platform/language/words.ts'
import { asText, csvLine, UTF8_MARK } from '../../../platform/text/csv.ts'
import type { AdminAction } from './contract.ts'
import { changesOf, reasonOf, sentenceOf, thingOf } from '../log-sentences.ts'

/** The log as a table for a spreadsheet: when (UTC), who, what in words, why. */
export function logTable(actions: AdminAction[], language: Language): string {
  const heading = [say('When'), say('Who'), say('What'), say('Why?')].map((one) => translate(language, one))
  const rows = actions.map((action) => {
    const admin = action.actor ? nameOf(action.actor) : translate(language, say('Command line'))
    const { message, values } = sentenceOf(action)
    const what = translate(language, { message, values: { ...values, admin, thing: thingOf(action) } })
    const changes = changesOf(action).map(
      ({ label, was, is }) => `${translate(language, label)}: ${was ?? '–'} → ${is ?? '–'}`,
    )
    return [action.createdAt, admin, [what, ...changes].join('; '), reasonOf(action) ?? '']
  })
  return UTF8_MARK + [heading, ...rows].map((cells) => csvLine(cells.map(asText))).join('')
}

const nameOf = ({ firstName, lastName, email }: NonNullable<AdminAction['actor']>) =>
  [firstName, lastName].filter(Boolean).join(' ') || email
