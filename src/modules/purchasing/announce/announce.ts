import { enqueue, type JobPayload } from '../../../events.ts'
import type { Reader, Trx } from '../../../platform/database.ts'
import { words } from '../../../platform/language/words.ts'
import type { ToldNote, ToldNotice } from '../../../told.ts'
import { notify, type NewNotice, type Telling } from '../../notifications/index.ts'
import { AUTO_RELEASE_DAYS, type REMINDER_DAYS } from '../contract.ts'
import { findOrder } from '../purchase/read-purchase.ts'
import { listingIdsOf, referenceOf, type Order, type PurchaseLine } from '../purchase/purchase.ts'
import { refundedCents } from '../refund/card-refund.ts'

/** The kinds of notes that the conversation about a purchase gets. */
type NoteKind = JobPayload<'messaging.write-note'>['kind']
type Party = 'buyer' | 'seller'
type ReminderDay = (typeof REMINDER_DAYS)[number]
interface Announcement {
  /** Not knowing would cost whoever it is for, so that its notice can't be turned off. */
  costly?: true
  /** The author in the conversation; it is unread for the other side. */
  from: Party
  to: readonly Party[]
}

/** Announcements to a conversation and as a notice; the words stand in `told.ts`. */
const ANNOUNCEMENTS = {
  'cancelled by the seller': { from: 'seller', to: ['buyer'] },
  'problem reported': { costly: true, from: 'buyer', to: ['seller'] },
  'confirmed by the buyer': { from: 'buyer', to: ['seller'] },
  'released by the clock': { from: 'buyer', to: ['buyer', 'seller'] },
  'refunded by the clock': { from: 'seller', to: ['buyer', 'seller'] },
  'not decided in time': { from: 'seller', to: ['buyer', 'seller'] },
  'decided for the seller': { from: 'buyer', to: ['buyer', 'seller'] },
  'decided for the buyer': { from: 'seller', to: ['buyer', 'seller'] },
} as const satisfies Record<string, Announcement>

/** All that the words about lines of an order may take. @param cents what goes back to the card, in the order's currency */
const factsOf = ({ currency }: Order, lines: readonly PurchaseLine[], cents: number) => ({
  things: { quoted: lines.map(({ listingTitle }) => listingTitle) },
  count: lines.length,
  money: { cents, currency },
  days: AUTO_RELEASE_DAYS,
})

/** Tells both sides about lines of an order, once, as part of `trx`. */
export async function announce(
  trx: Trx,
  order: Order,
  lines: readonly PurchaseLine[],
  { kind, cents = 0, now }: { kind: keyof typeof ANNOUNCEMENTS; cents?: number; now: Date },
): Promise<void> {
  const { to, costly }: Announcement = ANNOUNCEMENTS[kind]
  const notice = {
    told: `purchase: ${kind}`,
    facts: factsOf(order, lines, cents),
    kind: costly ? 'account' : 'trades',
    key: `${referenceOf(lines)}:${kind.replaceAll(' ', '-')}`,
    now,
  } as const
  // A buyer who has just said so with a tap needs no line about it.
  if (kind !== 'confirmed by the buyer') await enqueueNote(trx, order, lines, kind)
  await notify(trx, ...to.map((party) => noticeFor(order, party, notice)))
}

/** Reminds the buyer of what has not been confirmed, once for each of the days, as part of `trx`. */
export async function remind(
  trx: Trx,
  order: Order,
  lines: readonly PurchaseLine[],
  { day, now }: { day: ReminderDay; now: Date },
): Promise<void> {
  await enqueueNote(trx, order, lines, `reminder ${day}`)
  const key = `purchase:${order.id}:reminder-${day}`
  await notify(trx, noticeFor(order, 'buyer', { kind: 'reminders', key, ...reminder(order, lines, day), now }))
}

const reminder = (order: Order, lines: readonly PurchaseLine[], day: number) =>
  ({
    told: 'purchase: reminder',
    facts: { ...factsOf(order, lines, 0), days: day, left: AUTO_RELEASE_DAYS - day },
  }) as const

/** Tells the seller that the order is sold, as part of `trx`; in the conversation stands the arrangement. */
export async function announceSale(trx: Trx, order: Order, now: Date): Promise<void> {
  const told = order.addedTo === null ? 'purchase: sold' : 'purchase: added'
  const what = { told, facts: factsOf(order, order.lines, 0) } as const
  const key = `purchase:${order.id}:sold`
  await notify(trx, noticeFor(order, 'seller', { kind: 'trades', key, ...what, now }))
}

function noticeFor(order: Order, party: Party, what: ToldNotice & Pick<Telling, 'kind' | 'key' | 'now'>): NewNotice {
  const [path, button] =
    party === 'buyer' ? ['/purchases', words('See the purchase')] : ['/purchases?tab=sold', words('See the sale')]
  const fromId = memberOf(order, party === 'buyer' ? 'seller' : 'buyer')
  return { memberId: memberOf(order, party), fromId, ...what, path, button }
}

/** Has the conversation say it. The job carries no words: it is kept for a week, and words of members can be erased. */
async function enqueueNote(trx: Trx, order: Order, lines: readonly PurchaseLine[], kind: NoteKind): Promise<void> {
  const numbers = lines.map(({ number }) => number)
  await enqueue(trx, 'messaging.write-note', { purchaseId: order.id, numbers, kind })
}

/** A note for a conversation: its kind, its facts, and whose it is. */
export type PurchaseNote = ToldNote & Record<'listingId' | 'senderId' | 'recipientId' | 'reason', string>

/** The note of such a job; undefined where no listing is left to talk about. */
export async function purchaseNote(
  reader: Reader,
  { purchaseId, numbers, kind }: JobPayload<'messaging.write-note'>,
): Promise<PurchaseNote | undefined> {
  const order = await findOrder(reader, purchaseId)
  const lines = order?.lines.filter(({ number }) => numbers.includes(number)) ?? []
  // An order has one conversation, with what was added to it: the one about its first item that is still there.
  const root = order && order.addedTo !== null ? await findOrder(reader, order.addedTo) : order
  const [listingId] = [root, order].flatMap((one) => (one ? listingIdsOf(one.lines) : []))
  const [first] = lines
  if (!order || !first || listingId === undefined) return undefined
  const from = isAnnouncement(kind) ? ANNOUNCEMENTS[kind].from : 'seller'
  return {
    listingId,
    senderId: memberOf(order, from),
    recipientId: memberOf(order, from === 'buyer' ? 'seller' : 'buyer'),
    ...(await noteOf(reader, order, lines, kind)),
    reason: `${isAnnouncement(kind) ? first.reference : `purchase:${order.id}`}:${kind.replaceAll(' ', '-')}`,
  }
}

async function noteOf(reader: Reader, order: Order, lines: readonly PurchaseLine[], kind: NoteKind): Promise<ToldNote> {
  if (!isAnnouncement(kind)) return reminder(order, lines, Number(kind.split(' ')[1]))
  const facts = { ...factsOf(order, lines, await refundedCents(reader, lines)), reason: lines[0]?.disputeReason ?? '' }
  return { told: `purchase: ${kind}`, facts }
}

const isAnnouncement = (kind: NoteKind): kind is NoteKind & keyof typeof ANNOUNCEMENTS => kind in ANNOUNCEMENTS

const memberOf = ({ buyerId, sellerId }: Order, party: Party) => (party === 'buyer' ? buyerId : sellerId)
