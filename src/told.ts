import { ADMIN_NOTICES } from './modules/admin/told.ts'
import { CATALOG_NOTICES } from './modules/catalog/told.ts'
import { HANDOVER_NOTICES } from './modules/handover/told.ts'
import { IDENTITY_NOTICES } from './modules/identity/told.ts'
import { ARRANGEMENT_NOTES, MESSAGE_NOTICES } from './modules/messaging/told.ts'
import { PURCHASE_NOTES, PURCHASE_NOTICES } from './modules/purchasing/told.ts'
import { formatFacts, type Facts, type FactsOf, type Manner } from './platform/language/facts.ts'
import { recognise } from './platform/language/recognise.ts'
import { words } from './platform/language/words.ts'

/**
 * THE table of what members are told as notices, each module's part in its `told.ts`. Rows hold the kind and its facts; the
 * words, paragraph by paragraph, are made where somebody reads them.
 */
export const NOTICES = {
  ...ADMIN_NOTICES,
  ...CATALOG_NOTICES,
  ...HANDOVER_NOTICES,
  ...IDENTITY_NOTICES,
  ...MESSAGE_NOTICES,
  ...PURCHASE_NOTICES,
} as const

/** The same of what stands in conversations without a neighbour having written it. */
export const NOTES = { ...ARRANGEMENT_NOTES, ...PURCHASE_NOTES } as const

/** A kind with the facts that its words take. */
type ToldOf<Table extends Record<string, { body: readonly string[] }>> = {
  [Kind in keyof Table]: { told: Kind; facts: FactsOf<Table[Kind]['body']> }
}[keyof Table]

export type ToldNotice = ToldOf<typeof NOTICES>
export type ToldNote = ToldOf<typeof NOTES>

interface Row {
  told?: string | null
  facts?: unknown
  /** The English words of a row that holds no facts. */
  body: string
}
interface Words {
  title?: string
  body: readonly string[]
}

/** The words of a notice, as they are read in that manner. */
export function noticeWords(row: Row & { title: string }, manner: Manner): { title: string; body: string } {
  const all: Record<string, Words & { title: string }> = NOTICES
  const title = row.told == null ? row.title : (all[row.told]?.title ?? UNKNOWN)
  const like = Object.values(all).filter((notice) => notice.title === row.title)
  return { title: formatFacts(manner, title), body: bodyOf(row, { all, like }, manner) }
}

/** The same of a note in a conversation. */
export function noteWords(row: Row, manner: Manner): string {
  const all: Record<string, Words> = NOTES
  return bodyOf(row, { all, like: Object.values(all) }, manner)
}

/** A newer process may have written a kind that this one does not know. */
const UNKNOWN = words('Something new for you')

/** @param like of which kinds a row of before may be */
function bodyOf(
  { told, facts, body }: Row,
  { all, like }: { all: Record<string, Words>; like: Words[] },
  manner: Manner,
): string {
  if (told != null) return inParagraphs(all[told]?.body ?? [UNKNOWN], facts as Facts, manner)
  if (manner.language === 'en') return body
  for (const kind of like) {
    const found = recognise(kind.body.join('\n\n'), body)
    if (found) return inParagraphs(kind.body, found, manner)
  }
  return body
}

const inParagraphs = (messages: readonly string[], facts: Facts, manner: Manner): string =>
  messages.map((message) => formatFacts(manner, message, facts)).join('\n\n')
