import { withoutIsolates } from './isolates.ts'
import { translate } from './translate.ts'
import { LANGUAGES, type Language, type Saying } from './words.ts'

type Locale = Partial<Record<'LC_ALL' | 'LC_MESSAGES' | 'LANG', string>>

/** The language of whoever sits at the terminal, by its locale, such as `de_AT.UTF-8`; English for one we don't speak. */
export function terminalLanguage({ LC_ALL, LC_MESSAGES, LANG }: Locale = process.env): Language {
  const [spoken = ''] = (LC_ALL || LC_MESSAGES || LANG || '').split(/[_.@-]/)
  return LANGUAGES.find((language) => language.split('-')[0] === spoken.toLowerCase()) ?? 'en'
}

export const inTerminal = (said: Saying): string => withoutIsolates(translate(terminalLanguage(), said))

/** `2 of these, 3 of those` */
export const listInTerminal = (said: Saying[]): string =>
  new Intl.ListFormat(terminalLanguage(), { type: 'unit' }).format(said.map(inTerminal))
