import { enqueue } from '../../../events.ts'
import type { Trx } from '../../../platform/database.ts'
import { asDollars } from '../constants.ts'
import { AUTO_RELEASE_DAYS, type REMINDER_DAYS } from '../contract.ts'
import { listingIdsOf, referenceOf, titlesOf, type Order, type PurchaseLine } from '../purchase.ts'

type Party = 'buyer' | 'seller'
type ReminderDay = (typeof REMINDER_DAYS)[number]
interface Note {
  /** The author in the conversation; it is unread for the other side. */
  from: Party
  body: string
  mailTo: Party[]
}

/** What the news is about. */
interface About {
  lines: readonly PurchaseLine[]
  /** What goes back to the card, in US cents. */
  cents: number
}

/**
 * What has become of things that were bought, for the conversation and by mail. Addresses and phone numbers are not in
 * it: a refund takes those away again, and messages stay.
 */
const NEWS = {
  'cancelled by the seller': ({ lines, cents }: About): Note => ({
    from: 'seller',
    body:
      `The seller has cancelled the purchase of ${titlesOf(lines)}.\n\n` +
      `The tokens are back with the buyer, and the ${asDollars(cents)} go back to the card.`,
    mailTo: ['buyer'],
  }),
  'problem reported': ({ lines }: About): Note => ({
    from: 'buyer',
    body:
      `The buyer has reported a problem with ${titlesOf(lines)}: ${lines[0]?.disputeReason ?? ''}\n\n` +
      'The tokens stay in escrow until the two of you have agreed, or an admin has decided. The seller has 48 hours to ' +
      'answer: without a word, everything goes back to the buyer.',
    mailTo: ['seller'],
  }),
  'released by the clock': ({ lines }: About): Note => ({
    from: 'buyer',
    body: `${AUTO_RELEASE_DAYS} days after the payment for ${titlesOf(lines)} the tokens have been released to the seller.`,
    mailTo: ['buyer', 'seller'],
  }),
  'refunded by the clock': ({ lines, cents }: About): Note => ({
    from: 'seller',
    body:
      `The seller has not answered the problem with ${titlesOf(lines)} in time: the purchase is cancelled.\n\n` +
      `The tokens are back with the buyer, and the ${asDollars(cents)} go back to the card.`,
    mailTo: ['buyer', 'seller'],
  }),
  'decided for the seller': ({ lines }: About): Note => ({
    from: 'buyer',
    body: `An admin has looked at the problem with ${titlesOf(lines)}: the tokens have been released to the seller.`,
    mailTo: ['buyer', 'seller'],
  }),
  'decided for the buyer': ({ lines, cents }: About): Note => ({
    from: 'seller',
    body:
      `An admin has looked at the problem with ${titlesOf(lines)}: the purchase is cancelled.\n\n` +
      `The tokens are back with the buyer, and the ${asDollars(cents)} go back to the card.`,
    mailTo: ['buyer', 'seller'],
  }),
} as const

/** Tells both sides about lines of an order, once, as part of `trx`. */
export async function notify(
  trx: Trx,
  order: Order,
  lines: readonly PurchaseLine[],
  news: keyof typeof NEWS,
  cents = 0,
): Promise<void> {
  await send(trx, order, NEWS[news]({ lines, cents }), `${referenceOf(lines)}:${news.replaceAll(' ', '-')}`)
}

/** Reminds the buyer of what has not been confirmed, once for each of the days, as part of `trx`. */
export async function remind(trx: Trx, order: Order, lines: readonly PurchaseLine[], day: ReminderDay): Promise<void> {
  const left = AUTO_RELEASE_DAYS - day
  const [were, them] = lines.length === 1 ? ['was', 'it'] : ['were', 'them']
  const body =
    `${titlesOf(lines)} ${were} paid for ${day} days ago. Have you got ${them}? Then please confirm the delivery under ` +
    `Purchases. If something is wrong, report the problem there: without a word from the buyer, the tokens go to the ` +
    `seller in ${left} ${left === 1 ? 'day' : 'days'}.`
  await send(trx, order, { from: 'seller', body, mailTo: ['buyer'] }, `purchase:${order.id}:reminder-${day}`)
}

/** Mails the seller that the order is sold, as part of `trx`; in the conversation stands the arrangement. */
export async function mailSeller(trx: Trx, order: Order): Promise<void> {
  const { lines } = order
  const [is, it, has, changes] = lines.length === 1 ? ['is', 'it', 'has', 'changes'] : ['are', 'they', 'have', 'change']
  const body =
    `${titlesOf(lines)} ${is} sold: ${it} ${has} been paid for, and the tokens are in escrow until the delivery is ` +
    `confirmed. Please agree with the buyer in your inbox on how ${it} ${changes} hands.`
  await mail(trx, order, { to: 'seller', body, reason: `purchase:${order.id}:sold` })
}

/** @param reason names it for good, for the conversation and in each mail */
async function send(trx: Trx, order: Order, { from, body, mailTo }: Note, reason: string): Promise<void> {
  // An order has one conversation: the one about its first item that is still there.
  const [listingId] = listingIdsOf(order.lines)
  if (listingId !== undefined)
    await enqueue(trx, 'messaging.write-note', {
      listingId,
      senderId: memberOf(order, from),
      recipientId: memberOf(order, from === 'buyer' ? 'seller' : 'buyer'),
      body,
      reason,
    })
  for (const to of mailTo) await mail(trx, order, { to, body, reason })
}

async function mail(
  trx: Trx,
  order: Order,
  { to, body, reason }: { to: Party; body: string; reason: string },
): Promise<void> {
  await enqueue(trx, 'purchasing.mail-news', {
    key: `${reason}:${to}`,
    memberId: memberOf(order, to),
    body,
    path: to === 'buyer' ? '/purchases' : '/purchases?tab=sold',
  })
}

const memberOf = ({ buyerId, sellerId }: Order, party: Party) => (party === 'buyer' ? buyerId : sellerId)
