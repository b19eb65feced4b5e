import type { Channel } from './due.ts'

/** A deed of a member that makes mails and pushes to another, with their limits an hour. */
interface Reach extends Record<Channel, number> {
  by: string
}

/**
 * A mail or push leaves only while fewer of theirs, about whatever, have reached that member within the hour. Mails that are
 * left wait, and leave in one: so who goes on for an hour sends six. A push is left out, and stands on the site.
 */
const MOST = { mail: 3, push: 5 }
const ALERT = { mail: 1, push: 1 }
/** Somebody stands at the door, at a time that both have agreed on. */
const AT_THE_DOOR = { mail: 4, push: 6 }

/** All that makes a mail or push to another member, by the first word of its notice's key. */
export const REACHES = new Map<string, Reach>([
  ['search', { by: 'posts what a saved search finds', ...ALERT }],
  ['searches', { by: 'posts what saved searches find, for a summary', ...ALERT }],
  ['favourite', { by: 'reprices, relists or gathers what is kept as a favourite', ...ALERT }],
  ['message', { by: 'writes a message', ...MOST }],
  ['purchase', { by: 'buys, cancels, confirms, reports a problem', ...MOST }],
  ['appointment', { by: 'offers and takes times, calls off, says that nobody came', ...MOST }],
  ['arrival', { by: 'is on the way, or there', ...AT_THE_DOOR }],
  ['draw', { by: 'gives by hand, takes back or deletes what others have entered a draw for', ...MOST }],
  ['problem', { by: 'answers a problem', ...MOST }],
  ['decision', { by: 'has a problem decided, or appeals', ...MOST }],
  ['thanks', { by: 'says thank you', ...MOST }],
])

export const mostPerHour = (key: string, channel: Channel): number =>
  (REACHES.get(key.split(':', 1)[0] ?? '') ?? MOST)[channel]
