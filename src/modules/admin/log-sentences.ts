import { say, words, type Said, type SaidValue } from '../../platform/language/words.ts'

/** The kinds that the log can be narrowed to. */
export const LOG_KINDS = {
  listings: { label: words('Listings'), actions: ['listing.hide', 'listing.restore'] },
  reports: { label: words('Reports and appeals'), actions: ['report.decide', 'appeal.keep', 'appeal.undo'] },
  members: {
    label: words('Members'),
    actions: [
      'member.suspend',
      'member.lift',
      'member.sign-out',
      'member.note',
      'admin.demote',
      'admin.promote',
      'admin.setup',
    ],
  },
  trades: { label: words('Trades'), actions: ['dispute.refund', 'dispute.release', 'alarm.clear'] },
  settings: {
    label: words('Settings'),
    actions: [
      'category.create',
      'category.delete',
      'category.seed',
      'category.update',
      'settings.update',
      'site.update',
      'words.update',
    ],
  },
  reading: { label: words('What was read'), actions: ['member.read', 'message.read', 'dispute.read'] },
  undone: { label: words('What was undone'), actions: ['action.undo'] },
} as const satisfies Record<string, { label: string; actions: readonly string[] }>
export type LogKind = keyof typeof LOG_KINDS

type Told = (typeof LOG_KINDS)[LogKind]['actions'][number]

/** The sentence of each act, without its reason. */
const SENTENCES: Readonly<Record<Exclude<Told, 'member.suspend' | 'report.decide'>, string>> = {
  'action.undo': words('{admin} undid what was decided about {thing}'),
  'admin.demote': words('{admin} removed {thing} as an admin'),
  'admin.promote': words('{admin} made {thing} an admin'),
  'admin.setup': words('{admin} became the first admin'),
  'alarm.clear': words('{admin} cleared an alarm about {thing}'),
  'appeal.keep': words('{admin} decided an appeal about {thing}: the decision stays'),
  'appeal.undo': words('{admin} decided an appeal about {thing}: the decision is undone'),
  'category.create': words('{admin} added the category {thing}'),
  'category.delete': words('{admin} deleted the category {thing}'),
  'category.seed': words('{admin} added the built-in categories'),
  'category.update': words('{admin} changed the prices of {thing}'),
  'dispute.read': words('{admin} read what buyer and seller of {thing} wrote'),
  'dispute.refund': words('{admin} decided for the buyer of {thing}'),
  'dispute.release': words('{admin} decided for the seller of {thing}'),
  'listing.hide': words('{admin} hid {thing}'),
  'listing.restore': words('{admin} showed {thing} again'),
  'member.lift': words('{admin} ended the suspension of {thing}'),
  'member.note': words('{admin} noted something about {thing}'),
  'member.read': words('{admin} read the page of {thing}'),
  'member.sign-out': words('{admin} signed {thing} out everywhere'),
  'message.read': words('{admin} read {thing} and what came before it'),
  'settings.update': words('{admin} changed the fees'),
  'site.update': words('{admin} changed the site'),
  'words.update': words('{admin} changed the ready-made words'),
}
const REPORTS: Readonly<Record<string, string>> = {
  dismiss: words('{admin} dismissed {count, plural, one {a report} other {# reports}} about {thing}'),
  warn: words('{admin} gave a warning after {count, plural, one {a report} other {# reports}} about {thing}'),
  hide: words('{admin} hid {thing} after {count, plural, one {a report} other {# reports}}'),
}

/** Only the kind of what is gone is known. */
const GONE: Readonly<Record<string, string>> = {
  listing: words('a listing that is gone'),
  copied_photo: words('a listing that is gone'),
  member: words('a member that is gone'),
  message: words('a message that is gone'),
  purchase: words('a purchase that is gone'),
  thanks: words('a thanks that is gone'),
}

/** The part that the sentences need of a line of the log. */
interface Act {
  action: string
  subject: string
  name: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The sentence of an act of the log: a message that wants `{admin}` and `{thing}`, and its other values. */
export function sentenceOf({ action, after }: Pick<Act, 'action' | 'after'>): {
  message: string
  values: Record<string, SaidValue>
} {
  if (action === 'report.decide') {
    const count = Number(after?.['reports'] ?? 1)
    return { message: REPORTS[String(after?.['decision'])] ?? action, values: { count } }
  }
  if (action === 'member.suspend') {
    const until = text(after?.['until'])
    if (until === null) return { message: words('{admin} suspended {thing} for good'), values: {} }
    const moment = { moment: until, timeZone: 'UTC' }
    return { message: words('{admin} suspended {thing} until {until}'), values: { until: moment } }
  }
  return { message: (SENTENCES as Readonly<Record<string, string>>)[action] ?? action, values: {} }
}

/** The reason, in the admin's own words. */
export const reasonOf = ({ after }: Act): string | null =>
  text(after?.['reason']) ?? text(after?.['hiddenReason']) ?? text(after?.['note']) ?? text(after?.['word'])

/** The subject in words. A member is called by their name, a thing by its title. */
export function thingOf({ subject, name, after }: Act): string | Said {
  const [kind = '', id = ''] = subject.split(':')
  const titles = after?.['things']
  if (Array.isArray(titles) && titles.length > 0) return say('"{title}"', { title: titles.join(', ') })
  if (kind === 'category') return say('"{title}"', { title: id })
  if (kind === 'settings') return { message: words('the settings') }
  if (name === null) return { message: GONE[kind] ?? words('something that is gone') }
  if (kind === 'member') return name
  if (kind === 'message') return say('a message from {name}', { name })
  if (kind === 'thanks') return say('the thank-you "{title}"', { title: name })
  return say('"{title}"', { title: name })
}

const FIELDS: Readonly<Record<string, string>> = {
  added: words('Categories'),
  processingFeePercentage: words('processing fee, %'),
  retailPrice: words('retail price'),
  supplyTarget: words('supply target'),
  supplyTargetMoves: words('supply target moves by itself'),
  tokenPrice: words('token price'),
  transactionFeePercentage: words('transaction fee, %'),
  words: words('words'),
  name: words('Name of the site'),
  tagline: words('Tagline'),
  place: words('Place'),
  contact: words('Contact'),
  photo: words('Photo of the neighbourhood'),
  timeZone: words('Time zone'),
  language: words('Language'),
  currency: words('Currency'),
  units: words('Weights and distances'),
  cardPerOrder: words('Service fee, once'),
  cardPerItem: words('Platform fee for each thing'),
  imprint: words('Imprint'),
  terms: words('Terms'),
  privacy: words('Privacy'),
}

/** The settings that an act has changed, with the values before and after; null where there was none. */
export function changesOf({ action, before, after }: Act) {
  if (!/^(category|settings|site|words)\./.test(action)) return []
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.flatMap((name) => {
    const [was, is] = [shown(before?.[name]), shown(after?.[name])]
    return was === is ? [] : [{ name, label: FIELDS[name] ?? name, was, is }]
  })
}

function shown(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  const all = typeof value === 'string' ? value : JSON.stringify(value)
  return all.length > 80 ? `${all.slice(0, 80)}…` : all
}
