import { enqueue, type JobPayload } from '../../../events.ts'
import type { Reader, Trx } from '../../../platform/database.ts'
import { subject, type Subject } from '../../../platform/sending/mail.ts'
import { notify, type NewNotice } from '../../notifications/index.ts'
import { asDollars } from '../constants.ts'
import { AUTO_RELEASE_DAYS, type REMINDER_DAYS } from '../contract.ts'
import { findOrder } from '../purchase/read-purchase.ts'
import { listingIdsOf, referenceOf, titlesOf, type Order, type PurchaseLine } from '../purchase/purchase.ts'
import { refundedCents } from '../refund/card-refund.ts'

/** What a conversation is told of a purchase. */
type Noted = JobPayload<'messaging.write-note'>['news']
type Party = 'buyer' | 'seller'
type ReminderDay = (typeof REMINDER_DAYS)[number]
interface News {
  title: Subject
  body: string
  /** What stands in the conversation, where it is more. */
  note?: string
  /** Silence would cost whoever is told: that can't be turned off. */
  costly?: true
  /** The author in the conversation; it is unread for the other side. */
  from: Party
  tell: Party[]
}

/** What the news is about. */
interface About {
  lines: readonly PurchaseLine[]
  /** What goes back to the card, in US cents. */
  cents: number
}

/**
 * What has become of things that were bought, for the conversation and as a notice. Addresses and phone numbers are not in
 * it: a refund takes those away again, and messages stay.
 */
const NEWS = {
  'cancelled by the seller': ({ lines, cents }: About): News => ({
    title: subject`A purchase was cancelled`,
    body:
      `The seller has cancelled the purchase of ${titlesOf(lines)}.\n\n` +
      `The tokens are back with the buyer, and the ${asDollars(cents)} go back to the card.`,
    from: 'seller',
    tell: ['buyer'],
  }),
  'problem reported': ({ lines }: About): News => {
    const what = `The buyer has reported a problem with ${titlesOf(lines)}`
    const next =
      'The tokens stay in escrow until the two of you have agreed, or an admin has decided. The seller has 48 hours to ' +
      "answer. If they don't, an admin decides where they have shown the code at the door; else everything goes back to " +
      'the buyer.'
    return {
      title: subject`A problem was reported`,
      body: `${what}.\n\n${next}`,
      note: `${what}: ${lines[0]?.disputeReason ?? ''}\n\n${next}`,
      costly: true,
      from: 'buyer',
      tell: ['seller'],
    }
  },
  'confirmed by the buyer': ({ lines }: About): News => ({
    title: subject`The buyer has it`,
    body: `The buyer has confirmed ${titlesOf(lines)}: the tokens are yours.`,
    from: 'buyer',
    tell: ['seller'],
  }),
  'released by the clock': ({ lines }: About): News => ({
    title: subject`A purchase is complete`,
    body: `It has been ${AUTO_RELEASE_DAYS} days since ${titlesOf(lines)} ${lines.length === 1 ? 'was' : 'were'} paid for, so the tokens have gone to the seller.`,
    from: 'buyer',
    tell: ['buyer', 'seller'],
  }),
  'refunded by the clock': ({ lines, cents }: About): News => ({
    title: subject`A purchase was cancelled`,
    body:
      `The seller didn't answer the problem with ${titlesOf(lines)} in time, so the purchase is cancelled.\n\n` +
      `The tokens are back with the buyer, and the ${asDollars(cents)} go back to the card.`,
    from: 'seller',
    tell: ['buyer', 'seller'],
  }),
  'not decided in time': ({ lines, cents }: About): News => ({
    title: subject`A purchase was cancelled`,
    body:
      `No admin has decided about the problem with ${titlesOf(lines)} in time, so the purchase is cancelled.\n\n` +
      `The tokens are back with the buyer, and the ${asDollars(cents)} go back to the card.`,
    from: 'seller',
    tell: ['buyer', 'seller'],
  }),
  'decided for the seller': ({ lines }: About): News => ({
    title: subject`An admin has decided about a problem`,
    body: `An admin has looked at the problem with ${titlesOf(lines)}: the tokens have been released to the seller.`,
    from: 'buyer',
    tell: ['buyer', 'seller'],
  }),
  'decided for the buyer': ({ lines, cents }: About): News => ({
    title: subject`An admin has decided about a problem`,
    body:
      `An admin has looked at the problem with ${titlesOf(lines)}: the purchase is cancelled.\n\n` +
      `The tokens are back with the buyer, and the ${asDollars(cents)} go back to the card.`,
    from: 'seller',
    tell: ['buyer', 'seller'],
  }),
} as const

/** Tells both sides about lines of an order, once, as part of `trx`. */
export async function tellOf(
  trx: Trx,
  order: Order,
  lines: readonly PurchaseLine[],
  { news, cents = 0, now }: { news: keyof typeof NEWS; cents?: number; now: Date },
): Promise<void> {
  const told: News = NEWS[news]({ lines, cents })
  const kind = told.costly ? 'account' : 'trades'
  // What the buyer has just said with a tap needs no line of theirs.
  if (news !== 'confirmed by the buyer') await note(trx, order, lines, news)
  const key = `${referenceOf(lines)}:${news.replaceAll(' ', '-')}`
  await notify(trx, ...told.tell.map((party) => noticeFor(order, party, { ...told, kind, key, now })))
}

/** Reminds the buyer of what has not been confirmed, once for each of the days, as part of `trx`. */
export async function remind(
  trx: Trx,
  order: Order,
  lines: readonly PurchaseLine[],
  { day, now }: { day: ReminderDay; now: Date },
): Promise<void> {
  await note(trx, order, lines, `reminder ${day}`)
  const key = `purchase:${order.id}:reminder-${day}`
  const title = subject`Did you get what you bought?`
  await notify(trx, noticeFor(order, 'buyer', { kind: 'reminders', key, title, body: reminder(lines, day), now }))
}

function reminder(lines: readonly PurchaseLine[], day: number): string {
  const left = AUTO_RELEASE_DAYS - day
  const [were, them] = lines.length === 1 ? ['was', 'it'] : ['were', 'them']
  return (
    `${titlesOf(lines)} ${were} paid for ${day} days ago. If you have ${them}, please confirm the delivery under ` +
    `Purchases. If something is wrong, report the problem there. Otherwise the tokens go to the ` +
    `seller in ${left} ${left === 1 ? 'day' : 'days'}.`
  )
}

/** Tells the seller that the order is sold, as part of `trx`; in the conversation stands the arrangement. */
export async function tellSeller(trx: Trx, order: Order, now: Date): Promise<void> {
  const { lines } = order
  const [is, it, has, changes] = lines.length === 1 ? ['is', 'it', 'has', 'changes'] : ['are', 'they', 'have', 'change']
  const body =
    `${titlesOf(lines)} ${is} sold: ${it} ${has} been paid for, and the tokens are in escrow until the delivery is ` +
    `confirmed. Please agree with the buyer in your inbox on how ${it} ${changes} hands.`
  const key = `purchase:${order.id}:sold`
  await notify(trx, noticeFor(order, 'seller', { kind: 'trades', key, title: subject`You sold something`, body, now }))
}

function noticeFor(
  order: Order,
  party: Party,
  { kind, key, title, body, now }: Pick<NewNotice, 'kind' | 'key' | 'title' | 'body' | 'now'>,
): NewNotice {
  const [path, button] =
    party === 'buyer' ? ['/purchases', 'See the purchase'] : ['/purchases?tab=sold', 'See the sale']
  const fromId = memberOf(order, party === 'buyer' ? 'seller' : 'buyer')
  return { memberId: memberOf(order, party), fromId, kind, key, title, body, path, button, now }
}

/** Has the conversation say it. The job carries no words: it is kept for a week, and words of members can be erased. */
async function note(trx: Trx, order: Order, lines: readonly PurchaseLine[], news: Noted): Promise<void> {
  const numbers = lines.map(({ number }) => number)
  await enqueue(trx, 'messaging.write-note', { purchaseId: order.id, numbers, news })
}

/** The words of what was {@link note}d; undefined where no listing is left to talk about. */
export async function purchaseNote(
  reader: Reader,
  { purchaseId, numbers, news }: JobPayload<'messaging.write-note'>,
): Promise<Record<'listingId' | 'senderId' | 'recipientId' | 'body' | 'reason', string> | undefined> {
  const order = await findOrder(reader, purchaseId)
  const lines = order?.lines.filter(({ number }) => numbers.includes(number)) ?? []
  // An order has one conversation: the one about its first item that is still there.
  const [listingId] = order ? listingIdsOf(order.lines) : []
  const [first] = lines
  if (!order || !first || listingId === undefined) return undefined
  const { from, body } = await wordsOf(reader, lines, news)
  return {
    listingId,
    senderId: memberOf(order, from),
    recipientId: memberOf(order, from === 'buyer' ? 'seller' : 'buyer'),
    body,
    reason: `${isNews(news) ? first.reference : `purchase:${order.id}`}:${news.replaceAll(' ', '-')}`,
  }
}

async function wordsOf(
  reader: Reader,
  lines: readonly PurchaseLine[],
  news: Noted,
): Promise<Pick<News, 'from' | 'body'>> {
  if (!isNews(news)) return { from: 'seller', body: reminder(lines, Number(news.split(' ')[1])) }
  const { from, body, note: more = body } = NEWS[news]({ lines, cents: await refundedCents(reader, lines) })
  return { from, body: more }
}

const isNews = (news: Noted): news is Noted & keyof typeof NEWS => news in NEWS

const memberOf = ({ buyerId, sellerId }: Order, party: Party) => (party === 'buyer' ? buyerId : sellerId)
