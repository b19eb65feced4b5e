import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { text } from '../../../platform/text/text.ts'
import { words } from '../../../platform/language/words.ts'
import { LISTING_STATUSES } from '../../catalog/contract.ts'
import { CLEARABLE_ALARMS, PURCHASING_CODES, PurchaseState } from '../../purchasing/contract.ts'
import { WAIT_KINDS } from '../constants.ts'
import { ADMIN_CODES, count, Person } from '../desk/contract.ts'

/** An event that somebody should look at. `late_payment` came after the reservation was over and goes back by itself. */
export const Alarm = z.object({
  kind: z.enum(WAIT_KINDS),
  count,
  /** The message of the failure. */
  reason: z.string().optional(),
  /** The time of the oldest; null where there are none, and where nobody notes it. */
  oldest: z.iso.datetime().nullable(),
})

export const FailedJob = z.object({
  id: z.string(),
  queue: z.string(),
  failedAt: z.iso.datetime(),
  error: z.string(),
})

export const Overview = z.object({
  members: count,
  /** A hidden one counts as `hidden` alone. */
  listings: z.record(z.enum([...LISTING_STATUSES, 'hidden']), count),
  purchases: z.record(PurchaseState, count),
  /** Things that were reported and wait for an admin, or their seller's answer. */
  problems: count,
  /** Decimal strings: what members can spend, what purchases hold, and the fees collected. */
  tokens: z.object({ inCirculation: z.string(), inEscrow: z.string(), fees: z.string() }),
  /** One of each kind, also where nothing is wrong. */
  alarms: z.array(Alarm),
})
export type Overview = z.infer<typeof Overview>

export const AlarmKind = z.enum([...CLEARABLE_ALARMS, 'copied_photo'])
/** An alarm that only a person can settle. */
export const OpenAlarm = z.object({
  kind: AlarmKind,
  /** A purchase, an event of the card provider, or the listing with a copied photo. */
  subject: z.string(),
  /** The listing's title; null where the alarm is about no purchase. */
  title: z.string().nullable(),
  /** The card provider's words. */
  problem: z.string().nullable(),
  since: z.iso.datetime(),
  /** Buyer and seller; of a copied photo, who shows it now and who has before. */
  members: z.array(Person),
  /** The listing with a copied photo, and those that have shown it before. */
  listingIds: z.array(z.uuid()),
  /** Other members who pay with the refused card. */
  cardMembers: z.array(Person),
})
export type OpenAlarm = z.infer<typeof OpenAlarm>

/** Members who trade with each other alone. */
export const Ring = z.object({
  members: z.array(Person),
  trades: count,
  /** Trades among them that earned nothing because of who they were between or whose card paid. */
  suspicious: count,
  since: z.iso.datetime(),
})
export type Ring = z.infer<typeof Ring>

/** Much of the same within a day: one title listed again and again, or sign-ups from one private mail domain or network. */
export const Storm = z.object({
  kind: z.enum(['title', 'domain', 'network']),
  /** The title, or the domain; empty for a network. */
  name: z.string(),
  /** Listings, or members. */
  count,
  since: z.iso.datetime(),
  memberCount: count,
  /** The first of them; of a title, those who listed most. */
  members: z.array(Person),
})
export type Storm = z.infer<typeof Storm>

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  summary: 'How the market stands: counts, tokens and alarms.',
  access: 'admin',
  response: Overview,
})
export const clearAlarm = endpoint({
  method: 'POST',
  path: '/api/admin/alarms/clear',
  summary: 'Clears an alarm that an admin has looked into; what they found is kept.',
  access: 'admin',
  changes: 'The alarm is closed with the note, which the log keeps. No balance changes.',
  body: z.strictObject({
    kind: AlarmKind,
    subject: z.string().min(1).max(200),
    word: text({
      min: 3,
      tooShort: words('Please say what you found'),
      max: 500,
      tooLong: words('Please say it in at most 500 characters'),
      lines: true,
    }),
  }),
  status: 204,
  errors: { 404: [PURCHASING_CODES.ALARM_NOT_FOUND], 409: [ADMIN_CODES.OWN_SUBJECT] },
})
export const listRings = endpoint({
  method: 'GET',
  path: '/api/admin/rings',
  summary: 'Members who in the last 30 days traded with each other alone, the most suspicious first; 50 at most.',
  access: 'admin',
  response: z.array(Ring),
})
