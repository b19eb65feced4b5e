import { z } from 'zod'
import { LANGUAGES } from './platform/language/words.ts'
import { queueOf, type QueueSettings } from './platform/jobs/queue.ts'
import type { Trx } from './platform/database.ts'

/** When it happened: a job may run in a later month than its event. */
const at = z.iso.datetime()
const listing = z.object({ listingId: z.uuid(), sellerId: z.uuid(), at })
const purchase = z.object({ purchaseId: z.uuid() })
/**
 * The two sides, the listing and the way of delivery. Where it goes stays in its row: jobs outlive what they are about.
 * The first listing of an order of several has the conversation.
 */
const paidPurchase = purchase.extend({
  listingId: z.uuid(),
  otherListingIds: z.array(z.uuid()),
  buyerId: z.uuid(),
  sellerId: z.uuid(),
  deliveryMethod: z.enum(['message', 'doordash']),
  /** The listing under which the two talk about what was added to an order. */
  talkAbout: z.uuid().optional(),
})
/** `earning`: what of it earns bonuses by the rules of earning; `reference` names it in the ledger. */
const deliveredLines = purchase.extend({
  sellerId: z.uuid(),
  buyerId: z.uuid(),
  earning: z.array(z.object({ reference: z.string().regex(/^purchase:[0-9a-f-]{36}(:\d+)?$/), listingId: z.uuid() })),
  at,
})
const photo = z.object({ photoId: z.uuid() })
const member = z.object({ memberId: z.uuid() })
/** A note for the conversation about these things of a purchase; the words are made when it is said. */
const purchaseNote = purchase.extend({
  numbers: z.array(z.int().positive()).min(1),
  kind: z.enum([
    'cancelled by the seller',
    'problem reported',
    'released by the clock',
    'refunded by the clock',
    'not decided in time',
    'decided for the seller',
    'decided for the buyer',
    'reminder 3',
    'reminder 7',
    'reminder 13',
  ]),
})
/** A change of a listing that others keep; `price` is what it cost before, in hundredths, and `byId` whose doing it is. */
const favouriteChange = z.object({
  listingId: z.uuid(),
  change: z.enum(['back', 'cheaper', 'going']),
  at,
  price: z.string().regex(/^\d+$/).optional(),
  byId: z.uuid().optional(),
})
const noPayload = z.object({})

/**
 * A job about something owed is tried again for hours: pauses grow to an hour, the last try comes after about nine. The
 * audit knows of each.
 */
const PATIENT = { retryLimit: 20, retryDelay: 2, retryDelayMax: 3600 }

/** Short jobs that come in swarms: fetched and completed together. */
const SWARM = { batch: 10 }
/** The same, where nobody looks on. */
const UNHURRIED = { ...SWARM, notify: false }

/** Every queue: what its jobs carry and how they are treated. `worker.ts` holds a handler for each. */
export const QUEUES = {
  'admin.end-suspensions': { payload: noPayload, schedule: '* * * * *' },
  'admin.announce-acts': { payload: noPayload, schedule: '* * * * *' },
  'backup.take': { payload: noPayload, schedule: '37 2 * * *', expireInSeconds: 21_600 },
  'backup.verify': { payload: noPayload, schedule: '13 4 1 * *', expireInSeconds: 21_600, retryLimit: 2 },
  'catalog.analyze-photos': {
    payload: z.object({ analysisId: z.uuid(), attempt: z.int().positive().default(1) }),
    concurrency: 4,
    retryLimit: 2,
    // Three attempts of the analyser and the pauses between them.
    expireInSeconds: 240,
  },
  'catalog.count-title-words': { payload: noPayload, schedule: '* * * * *' },
  'catalog.fold-counts': { payload: noPayload, schedule: '*/5 * * * *' },
  'catalog.look-for-recalled': { payload: noPayload, schedule: '27 * * * *', expireInSeconds: 3600 },
  'catalog.make-photo-variants': { payload: photo, ...PATIENT },
  'catalog.match-searches': { payload: z.object({ listingId: z.uuid() }), retryLimit: 12, ...SWARM },
  'catalog.offer-lower-prices': { payload: noPayload, schedule: '47 16 * * *' },
  'catalog.place-listing': { payload: z.object({ listingId: z.uuid() }), retryLimit: 12 },
  'catalog.remove-old-analyses': { payload: noPayload, schedule: '53 3 * * *' },
  'catalog.remove-orphan-photos': { payload: noPayload, schedule: '17 * * * *' },
  'catalog.notify-searches': { payload: noPayload, schedule: '*/15 * * * *' },
  'catalog.notify-favourites': { payload: favouriteChange, retryLimit: 12, ...SWARM },
  'economy.count-months': { payload: noPayload, schedule: '*/10 * * * *', expireInSeconds: 3600 },
  'handover.count-absences': { payload: noPayload, schedule: '* * * * *' },
  'handover.erase-problem-photos': { payload: noPayload, schedule: '23 3 * * *' },
  'handover.follow-appointments': { payload: noPayload, schedule: '* * * * *' },
  'handover.follow-problems': { payload: noPayload, schedule: '* * * * *' },
  'handover.follow-thanks': { payload: noPayload, schedule: '* * * * *' },
  // The address goes with the job: a minute after its mail has left, or can't leave, nobody knows it any more.
  'identity.say-goodbye': {
    payload: z.object({
      email: z.string(),
      device: z.string(),
      at,
      language: z.enum(LANGUAGES).nullable().default(null),
    }),
    retryLimit: 12,
    deleteAfterSeconds: 60,
  },
  'identity.notify-of-device': {
    payload: z.object({
      memberId: z.uuid(),
      what: z.enum(['sign-in', 'passkey-sign-in', 'passkey-added', 'exported']).default('sign-in'),
      device: z.string(),
      at,
    }),
    retryLimit: 12,
  },
  'identity.remove-expired-sessions': { payload: noPayload, schedule: '43 * * * *' },
  'messaging.announce-purchase': { payload: paidPurchase, ...PATIENT, ...SWARM },
  'messaging.write-note': { payload: purchaseNote, ...PATIENT, ...SWARM },
  'notifications.deliver-mails': { payload: noPayload, schedule: '* * * * *' },
  'notifications.deliver-pushes': { payload: noPayload, schedule: '* * * * *' },
  'notifications.push-to-member': { payload: member, concurrency: 10 },
  'purchasing.compare-payments': { payload: noPayload, schedule: '31 4 * * *', expireInSeconds: 3600 },
  'purchasing.deliver-sandbox-event': { payload: z.object({ event: z.string() }), retryLimit: 8, ...UNHURRIED },
  'purchasing.follow-deliveries': { payload: noPayload, schedule: '*/15 * * * *' },
  'purchasing.follow-draws': { payload: noPayload, schedule: '* * * * *' },
  'purchasing.refund-card': { payload: purchase, retryLimit: 12 },
  'purchasing.sweep-reservations': { payload: noPayload, schedule: '* * * * *' },
  'recalls.sync': { payload: noPayload, schedule: '17 2 * * *', expireInSeconds: 3600 },
  'wallet.count-listings': { payload: noPayload, schedule: '7 * * * *' },
  'wallet.discount-listing': { payload: listing, ...PATIENT, ...SWARM },
  // Every night: pays when a month has ended, or when one was missed, and else has nothing to do.
  'wallet.monthly-streaks': { payload: noPayload, schedule: '11 3 * * *', expireInSeconds: 3600 },
  // Publishes once, in the last three days of a month: each further hour is another try.
  'wallet.publish-factor': { payload: noPayload, schedule: '29 * * * *', expireInSeconds: 3600 },
  'wallet.reward-listing': { payload: listing, ...PATIENT, ...SWARM },
  'wallet.reward-sale': { payload: deliveredLines, ...PATIENT, ...UNHURRIED },
  // Once a night; what missed its hour is done in the next.
  'wallet.take-digest': { payload: noPayload, schedule: '3 * * * *', expireInSeconds: 3600 },
} satisfies Record<string, QueueSettings & { payload: z.ZodType }>

export type QueueName = keyof typeof QUEUES
export type JobPayload<Name extends QueueName> = z.infer<(typeof QUEUES)[Name]['payload']>

/** THE table of events: what happened, its payload, and which queues react. */
export const EVENTS = {
  'listing.posted': { payload: listing, queues: ['wallet.reward-listing', 'catalog.match-searches'] },
  /** Withdrawn or deleted by its owner, unsold. */
  'listing.withdrawn': { payload: listing, queues: ['wallet.discount-listing'] },
  'purchase.paid': { payload: paidPurchase, queues: ['messaging.announce-purchase'] },
  'purchase.delivered': { payload: deliveredLines, queues: ['wallet.reward-sale'] },
  'purchase.cancelled': { payload: purchase, queues: ['purchasing.refund-card'] },
  'photo.uploaded': { payload: photo, queues: ['catalog.make-photo-variants'] },
} satisfies Record<string, { payload: z.ZodType; queues: QueueName[] }>

export type EventName = keyof typeof EVENTS

/**
 * Publishes an event. The jobs that react to it are inserted by `trx` itself: they exist exactly if it commits, and if
 * one can't be inserted, the transaction rolls back.
 */
export async function publish<Name extends EventName>(
  trx: Trx,
  event: Name,
  payload: z.infer<(typeof EVENTS)[Name]['payload']>,
): Promise<void> {
  for (const queue of EVENTS[event].queues) await queueOf(trx).send(trx, queue, payload)
}

/** Puts one job into one queue, as part of `trx`. */
export async function enqueue<Name extends QueueName>(
  trx: Trx,
  queue: Name,
  payload: JobPayload<Name>,
  options: { startAfter?: Date; singletonKey?: string } = {},
): Promise<void> {
  await queueOf(trx).send(trx, queue, payload, options)
}
