import { enqueue } from '../../../events.ts'
import type { Trx } from '../../../platform/database.ts'
import { PLATFORM_FEE } from '../constants.ts'
import { AUTO_RELEASE_DAYS, type REMINDER_DAYS } from '../contract.ts'
import type { Purchase } from '../purchase.ts'

type Party = 'buyer' | 'seller'
type ReminderDay = (typeof REMINDER_DAYS)[number]
interface Note {
  /** The author in the conversation; it is unread for the other side. */
  from: Party
  body: string
  mailTo: Party[]
}

/**
 * What has become of a purchase, for the conversation and by mail. Addresses and phone numbers are not in it: a refund
 * takes those away again, and messages stay.
 */
const NEWS = {
  'cancelled by the seller': ({ listingTitle }: Purchase): Note => ({
    from: 'seller',
    body:
      `The seller has cancelled the purchase of "${listingTitle}".\n\n` +
      `The tokens are back with the buyer, and the ${PLATFORM_FEE} go back to the card.`,
    mailTo: ['buyer'],
  }),
  'problem reported': ({ listingTitle, disputeReason }: Purchase): Note => ({
    from: 'buyer',
    body:
      `The buyer has reported a problem with "${listingTitle}": ${disputeReason ?? ''}\n\n` +
      'The tokens stay in escrow until the two of you have agreed, or an admin has decided.',
    mailTo: ['seller'],
  }),
  'released by the clock': ({ listingTitle }: Purchase): Note => ({
    from: 'buyer',
    body: `${AUTO_RELEASE_DAYS} days after the payment for "${listingTitle}" the tokens have been released to the seller.`,
    mailTo: ['buyer', 'seller'],
  }),
  'decided for the seller': ({ listingTitle }: Purchase): Note => ({
    from: 'buyer',
    body: `An admin has looked at the problem with "${listingTitle}": the tokens have been released to the seller.`,
    mailTo: ['buyer', 'seller'],
  }),
  'decided for the buyer': ({ listingTitle }: Purchase): Note => ({
    from: 'seller',
    body:
      `An admin has looked at the problem with "${listingTitle}": the purchase is cancelled.\n\n` +
      `The tokens are back with the buyer, and the ${PLATFORM_FEE} go back to the card.`,
    mailTo: ['buyer', 'seller'],
  }),
} as const

/** Tells both sides, once, as part of `trx`. */
export async function notify(trx: Trx, purchase: Purchase, news: keyof typeof NEWS): Promise<void> {
  await send(trx, purchase, NEWS[news](purchase), news.replaceAll(' ', '-'))
}

/** Reminds the buyer, once for each of the days, as part of `trx`. */
export async function remind(trx: Trx, purchase: Purchase, day: ReminderDay): Promise<void> {
  const left = AUTO_RELEASE_DAYS - day
  const body =
    `"${purchase.listingTitle}" was paid for ${day} days ago. Have you got it? Then please confirm the delivery under ` +
    `Purchases. If something is wrong, report the problem there: without a word from the buyer, the tokens go to the ` +
    `seller in ${left} ${left === 1 ? 'day' : 'days'}.`
  await send(trx, purchase, { from: 'seller', body, mailTo: ['buyer'] }, `reminder-${day}`)
}

/** Mails the seller that the item is sold, as part of `trx`; in the conversation stands the arrangement. */
export async function mailSeller(trx: Trx, purchase: Purchase): Promise<void> {
  const body =
    `"${purchase.listingTitle}" is sold: it has been paid for, and the tokens are in escrow until the delivery is ` +
    'confirmed. Please agree with the buyer in your inbox on how it changes hands.'
  await mail(trx, purchase, { to: 'seller', body, reason: 'sold' })
}

async function send(trx: Trx, purchase: Purchase, { from, body, mailTo }: Note, reason: string): Promise<void> {
  const { id, listingId } = purchase
  if (listingId !== null)
    await enqueue(trx, 'messaging.write-note', {
      listingId,
      senderId: memberOf(purchase, from),
      recipientId: memberOf(purchase, from === 'buyer' ? 'seller' : 'buyer'),
      body,
      reason: `purchase:${id}:${reason}`,
    })
  for (const to of mailTo) await mail(trx, purchase, { to, body, reason })
}

async function mail(
  trx: Trx,
  purchase: Purchase,
  { to, body, reason }: { to: Party; body: string; reason: string },
): Promise<void> {
  await enqueue(trx, 'purchasing.mail-news', {
    key: `purchase:${purchase.id}:${reason}:${to}`,
    memberId: memberOf(purchase, to),
    body,
    path: to === 'buyer' ? '/purchases' : '/purchases?tab=sold',
  })
}

const memberOf = ({ buyerId, sellerId }: Purchase, party: Party) => (party === 'buyer' ? buyerId : sellerId)
