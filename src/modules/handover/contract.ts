import { MINUTE_MS } from '../../platform/durations.ts'
import { z } from 'zod'
import { endpoint } from '../../platform/endpoint.ts'
import { PageQuery } from '../../platform/page.ts'
import { text } from '../../platform/text/text.ts'
import { words } from '../../platform/language/words.ts'
import { CATALOG_CODES, itemParams, ListingCard, photoForm, uploadErrors } from '../catalog/contract.ts'
import {
  DeliveryMethod,
  ItemIds,
  PickupDetails,
  Purchase,
  PURCHASING_CODES,
  PurchaseState,
  Sale,
} from '../purchasing/contract.ts'
import {
  ABSENT_AFTER_MINUTES,
  ANSWER_HOURS,
  APPEAL_DAYS,
  APPEAL_HOURS,
  CODE_DIGITS,
  KEPT_CODE_HOURS,
  LATE_MINUTES,
  LONGEST_HOURS,
  MAX_OPEN,
  MAX_PROBLEM_PHOTOS,
  MAX_TIMES,
  PROBLEM_ANSWER_HOURS,
  PROBLEM_PHOTO_DAYS,
  PROBLEM_REASONS,
  SHORTEST_MINUTES,
  THANKS_CHIPS,
  THANKS_DAYS,
  THANKS_HIDDEN_DAYS,
  THANKS_LENGTH,
  TRADES_OF_A_NEIGHBOUR,
  WEEKS_AHEAD,
} from './constants.ts'

export const HANDOVER_CODES = {
  TRADE_OVER: 'TRADE_OVER',
  TIMES_CHANGED: 'TIMES_CHANGED',
  TIME_PASSED: 'TIME_PASSED',
  NO_APPOINTMENT: 'NO_APPOINTMENT',
  TOO_EARLY: 'TOO_EARLY',
  BOTH_WERE_THERE: 'BOTH_WERE_THERE',
  WRONG_CODE: 'WRONG_CODE',
  CODE_PAUSED: 'CODE_PAUSED',
  NOT_YOUR_PURCHASE: 'NOT_YOUR_PURCHASE',
  FEED_NOT_FOUND: 'FEED_NOT_FOUND',
  TOO_LATE: 'TOO_LATE',
  NOTHING_TO_ANSWER: 'NOTHING_TO_ANSWER',
  ALREADY_THANKED: 'ALREADY_THANKED',
  NOT_HANDED_OVER: 'NOT_HANDED_OVER',
  NEIGHBOUR_NOT_FOUND: 'NEIGHBOUR_NOT_FOUND',
  NO_PROBLEM: 'NO_PROBLEM',
  NOTHING_TO_APPEAL: 'NOTHING_TO_APPEAL',
  OTHER_ADMIN_DECIDES: 'OTHER_ADMIN_DECIDES',
  PHOTOS_FULL: 'PHOTOS_FULL',
} as const

/** How far a trade has come, from the payment to the doorstep and beyond. */
export const TRADE_STAGES = [
  'to_pay',
  'paid',
  'times_offered',
  'agreed',
  'today',
  'at_the_door',
  'handed_over',
  'problem',
  'decided',
  'refunded',
] as const
export type TradeStage = (typeof TRADE_STAGES)[number]

/** What comes next. */
export const NEXT_STEPS = [
  'pay',
  'offer_times',
  'take_time',
  'book_courier',
  'meet',
  'confirm',
  'thank',
  'answer',
  'decide',
  'accept',
  'nothing',
] as const

const time = z.iso.datetime()
const Interval = z.object({ start: time, end: time })
export type Interval = z.infer<typeof Interval>
const Sides = z.object({ buyer: time.nullable(), seller: time.nullable() })
const Party = z.object({ id: z.uuid(), firstName: z.string().nullable(), picture: z.string().nullable() })

/** Times that one side has offered and the other has not answered yet. */
const Offer = z.object({ id: z.uuid(), by: z.enum(['buyer', 'seller']), times: z.array(Interval), offeredAt: time })
/** A time that both have agreed on, and who says when to be on the way and there. */
const Appointment = z.object({
  id: z.uuid(),
  start: time,
  end: time,
  agreedAt: time,
  onTheWay: Sides,
  /** Who said that they come some minutes later. */
  late: Sides,
  here: Sides,
  /** From then on either side may say that the other did not come. */
  absentFrom: time,
})
/** The last appointment of which one side said that the other did not come. */
const Absence = z.object({
  /** Who says so. */
  by: z.enum(['buyer', 'seller']),
  word: z.string().nullable(),
  saidAt: time,
  /** Until then the other side may answer. */
  answerUntil: time,
  answer: z.object({ word: z.string().nullable(), at: time }).nullable(),
})
const Thanks = z.object({ chips: z.array(z.enum(THANKS_CHIPS)), words: z.string().nullable(), writtenAt: time })

const Outcome = z.enum(['release', 'refund'])

/** One trade as its buyer, its seller or an admin sees it. Times are instants; `timeZone` is where they are meant. */
export const Trade = z.object({
  purchaseId: z.uuid(),
  stage: z.enum(TRADE_STAGES),
  side: z.enum(['buyer', 'seller', 'admin']),
  title: z.string(),
  /** Whether more of the seller's things can go along with it. */
  takesMore: z.boolean(),
  lines: z.array(
    z.object({
      /** The listing's id; null once it is deleted. */
      id: z.uuid().nullable(),
      title: z.string(),
      photo: z.string().nullable(),
      state: PurchaseState,
      tokenPrice: z.string(),
    }),
  ),
  buyer: Party,
  seller: Party,
  next: z.object({
    by: z.enum(['buyer', 'seller', 'both', 'admin', 'nobody']),
    step: z.enum(NEXT_STEPS),
    /** Until when, where there is a deadline, or when it is. */
    at: time.nullable(),
  }),
  deliveryMethod: DeliveryMethod,
  /** Where to fetch it: for the buyer from payment until a refund, and for the seller. */
  pickup: PickupDetails.nullable(),
  /** Where a courier brings it: for the buyer, and for the seller until it ends. */
  deliveryAddress: z.string().nullable(),
  /** What the courier was estimated to cost; the buyer books and pays them. */
  courierFee: z.string().nullable(),
  /** Where the buyer books a courier, and when they come, as agreed; null where nobody sends one. */
  courier: z.object({ bookAt: z.url(), comes: Interval.nullable() }).nullable(),
  timeZone: z.string(),
  offer: Offer.nullable(),
  appointment: Appointment.nullable(),
  /** Decimal text. */
  tokensHeld: z.string(),
  /** When the tokens go to the seller by themselves. */
  autoReleaseAt: time.nullable(),
  problem: z
    .object({
      /** Null where it was not said. */
      reason: z.enum(PROBLEM_REASONS).nullable(),
      words: z.string(),
      reportedAt: time,
      /** Until then the seller may answer. */
      answerUntil: time,
      /** Whether the seller has shown the code of the door: then an admin decides where they don't answer, else all goes back to the buyer. */
      codeShown: z.boolean(),
      answer: z.object({ words: z.string(), at: time }).nullable(),
      /** The photos of both sides, at addresses that only they and admins can read. */
      photos: z.array(z.object({ url: z.string(), by: z.enum(['buyer', 'seller']) })),
      /** Until then an admin decides, or everything goes back to the buyer by itself. */
      decidedBy: time,
      /** What an admin has decided, until it is carried out. */
      announced: z
        .object({
          outcome: Outcome,
          /** The titles of what it is about. */
          things: z.array(z.string()),
          reason: z.string(),
          at: time,
          /** Who has lost: they may appeal, or accept it. */
          against: z.enum(['buyer', 'seller']),
          /** When it is carried out: unless it is appealed, or, once it is, unless it is decided anew. */
          takesEffectAt: time,
          appeal: z.object({ words: z.string(), at: time }).nullable(),
        })
        .nullable(),
      /**
       * How it was decided: by a seller who agreed or a buyer who kept it, by the seller's silence, by an admin, or by the
       * date on which no admin had.
       */
      decision: z
        .object({
          outcome: Outcome,
          by: z.enum(['agreement', 'silence', 'admin', 'date']),
          reason: z.string().nullable(),
          /** Whether it is about an appeal. */
          final: z.boolean(),
          at: time,
        })
        .nullable(),
    })
    .nullable(),
  handedOverAt: time.nullable(),
  absence: Absence.nullable(),
  /** What the two thank each other for; the other side's can be read once both have written, or after a week. */
  thanks: z.object({
    /** Until when it can be written. */
    until: time.nullable(),
    mine: Thanks.nullable(),
    theirs: Thanks.nullable(),
    theyHaveWritten: z.boolean(),
  }),
})
export type Trade = z.infer<typeof Trade>

export const ListedPurchase = Purchase.extend({ trade: Trade })
export type ListedPurchase = z.infer<typeof ListedPurchase>
export const ListedSale = Sale.extend({ trade: Trade })
export type ListedSale = z.infer<typeof ListedSale>

export const listPurchases = endpoint({
  method: 'GET',
  path: '/api/purchases',
  summary:
    "The signed-in member's purchases, newest first, each with the card of its trade; Link tells where the next page is.",
  access: 'member',
  query: PageQuery,
  response: z.array(ListedPurchase),
})
export const listSales = endpoint({
  method: 'GET',
  path: '/api/sales',
  summary:
    'What neighbours have bought from the signed-in member, newest first: to whom it goes, and how, each with the card of ' +
    'its trade; in pages.',
  access: 'member',
  query: PageQuery,
  response: z.array(ListedSale),
})

const OpenTrades = z.object({
  /** How many wait for the caller: to pay, to agree on a time, to come today, to answer. */
  waiting: z.int(),
  /** The trades with an appointment today, the earliest first. */
  today: z.array(Trade),
  /** What the caller's sales hold in escrow until they are confirmed, decimal text. */
  tokensOnTheirWay: z.string(),
})
export type OpenTrades = z.infer<typeof OpenTrades>

export const getOpenTrades = endpoint({
  method: 'GET',
  path: '/api/trades/open',
  summary: `What the signed-in member's open trades ask for now, of the latest ${MAX_OPEN} bought and sold.`,
  access: 'member',
  response: OpenTrades,
})

const purchaseParams = z.strictObject({ id: z.uuid() })
// What is open is settled, also by who may start nothing new.
const asked = { access: 'member', startsNew: false, params: purchaseParams, response: Trade } as const
const notFound = { 404: [PURCHASING_CODES.PURCHASE_NOT_FOUND] } as const

export const getTrade = endpoint({
  ...asked,
  method: 'GET',
  path: '/api/purchases/:id/trade',
  who: 'Buyer, seller and admins.',
  summary:
    'One trade on one card, for its buyer, its seller and admins: where it stands, what comes next and who does it.',
  errors: notFound,
})
export const getTradeOfListing = endpoint({
  method: 'GET',
  path: '/api/items/:id/trade',
  summary: 'The latest trade of an item that the caller is a side of, `with` that neighbour where one is named.',
  access: 'member',
  who: 'Buyer and seller.',
  params: itemParams,
  query: z.strictObject({ with: z.uuid().optional() }),
  response: Trade,
  errors: { 404: [PURCHASING_CODES.PURCHASE_NOT_FOUND, CATALOG_CODES.LISTING_NOT_FOUND] },
})

const lengthOf = ({ start, end }: Interval) => Date.parse(end) - Date.parse(start)
/** From the start to the end; both with their offset. */
const OfferedTime = z
  .strictObject({ start: z.iso.datetime({ offset: true }), end: z.iso.datetime({ offset: true }) })
  .refine((interval) => lengthOf(interval) >= SHORTEST_MINUTES * MINUTE_MS, {
    path: ['end'],
    message: words('A time lasts at least {minutes, plural, one {# minute} other {# minutes}}'),
    params: { minutes: SHORTEST_MINUTES },
  })
  .refine((interval) => lengthOf(interval) <= LONGEST_HOURS * 60 * MINUTE_MS, {
    path: ['end'],
    message: words('A time lasts at most {hours, plural, one {# hour} other {# hours}}'),
    params: { hours: LONGEST_HOURS },
  })

export const offerTimes = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/times',
  who: 'Buyer and seller.',
  changes: 'The offered times; the other side is told.',
  summary:
    `Offers the other side up to ${MAX_TIMES} times within ${WEEKS_AHEAD} weeks. \`seen\` is the open offer that this one ` +
    'answers: a newer one is not overlooked. What was agreed before stands until another time is taken.',
  body: z.strictObject({
    times: z
      .array(OfferedTime)
      .min(1, words('Please offer at least one time'))
      .max(MAX_TIMES, words('Please offer at most {maximum, plural, one {# time} other {# times}}'))
      .refine((times) => new Set(times.map(({ start }) => Date.parse(start))).size === times.length, {
        message: words('Please offer each time once'),
      }),
    seen: z.uuid().nullable().default(null),
  }),
  errors: {
    400: [HANDOVER_CODES.TIME_PASSED],
    ...notFound,
    409: [HANDOVER_CODES.TRADE_OVER, HANDOVER_CODES.TIMES_CHANGED],
  },
})
export const takeTime = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/appointment',
  who: 'The side that was offered the times.',
  changes: 'The appointment is agreed, and the other side is told.',
  summary: 'Takes one of the times that the other side has offered: it is agreed. A repeat does nothing.',
  body: z.strictObject({ offerId: z.uuid(), start: z.iso.datetime({ offset: true }) }),
  errors: {
    ...notFound,
    409: [HANDOVER_CODES.TRADE_OVER, HANDOVER_CODES.TIMES_CHANGED, HANDOVER_CODES.TIME_PASSED],
  },
})
export const callOff = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/appointment/call-off',
  who: 'Buyer and seller.',
  changes: 'The appointment is off; the other side is told. No tokens move.',
  summary: 'Calls the appointment off, and offered times with it; the purchase stays as it is.',
  body: z.strictObject({
    reason: text({
      min: 3,
      tooShort: words('Please say why in a few words'),
      max: 300,
      tooLong: words('Please say it in at most 300 characters'),
      lines: true,
    }).optional(),
  }),
  errors: { ...notFound, 409: [HANDOVER_CODES.TRADE_OVER, HANDOVER_CODES.NO_APPOINTMENT] },
})
export const sayArrival = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/appointment/arrival',
  who: 'Buyer and seller.',
  changes: 'What the other side sees on the card; they are told.',
  summary: `"I'm on my way" from two hours before the appointment on, "${LATE_MINUTES} minutes late", "I'm here"; the other side sees it at once.`,
  body: z.strictObject({ say: z.enum(['on_the_way', 'late', 'here']) }),
  errors: {
    ...notFound,
    409: [
      HANDOVER_CODES.TRADE_OVER,
      HANDOVER_CODES.NO_APPOINTMENT,
      HANDOVER_CODES.TOO_EARLY,
      HANDOVER_CODES.BOTH_WERE_THERE,
    ],
  },
})
export const getAppointmentFile = endpoint({
  method: 'GET',
  path: '/api/purchases/:id/appointment.ics',
  summary: 'The appointment as a file for a calendar (RFC 5545), with the address for those who may see it.',
  access: 'member',
  who: 'Buyer and seller.',
  kind: 'calendar',
  params: purchaseParams,
  errors: { 404: [PURCHASING_CODES.PURCHASE_NOT_FOUND, HANDOVER_CODES.NO_APPOINTMENT] },
})

const Feed = z.object({ createdAt: time.nullable() })
export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/users/me/calendar',
  summary: "Whether the member's appointments can be read at a secret address, and since when.",
  access: 'member',
  response: Feed,
})
export const openCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/users/me/calendar',
  summary: 'Makes a secret address for the own appointments, told this once; the one before is dead.',
  access: 'member',
  startsNew: false,
  changes: 'A new secret address; the former one stops answering.',
  body: z.strictObject({}),
  response: z.object({ url: z.url(), createdAt: time }),
})
export const closeCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/api/users/me/calendar',
  summary: 'The secret address answers no more.',
  access: 'member',
  startsNew: false,
  changes: 'The address stops answering.',
  status: 204,
})
export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar/:secret',
  summary: 'The appointments of whom the secret is, for a calendar program (RFC 5545); no addresses of homes.',
  access: 'public',
  who: 'Whoever has the secret address.',
  kind: 'calendar',
  params: z.strictObject({ secret: z.string().regex(/^[\w-]{43}(\.ics)?$/) }),
  errors: { 404: [HANDOVER_CODES.FEED_NOT_FOUND] },
})

/** What the seller shows at the door. */
export const HandoverCode = z.object({
  /** Six digits. */
  digits: z.string(),
  /** An address on this site, for a QR code. */
  url: z.url(),
  /** When the next one comes. */
  changesAt: time,
})
export type HandoverCode = z.infer<typeof HandoverCode>

export const getHandoverCode = endpoint({
  method: 'GET',
  path: '/api/purchases/:id/code',
  summary: 'The code that the seller shows at the door, new every 30 seconds; for the seller alone.',
  access: 'member',
  who: 'The seller.',
  params: purchaseParams,
  response: HandoverCode,
  errors: { ...notFound, 409: [HANDOVER_CODES.TRADE_OVER] },
})
const CODE = `^\\d{${CODE_DIGITS}}$`
const Code = z
  .string()
  .refine((code) => new RegExp(CODE).test(code), {
    message: words('The code has {digits, plural, one {# digit} other {# digits}}'),
    params: { digits: CODE_DIGITS },
  })
  .meta({ pattern: CODE })

export const handOver = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/handover',
  who: 'The buyer.',
  changes: 'The things become delivered and their tokens go to the seller. A wrong code is counted.',
  summary:
    "The buyer confirms with the seller's code, at the door: the tokens of the named things, or of all that is awaited, " +
    "go to the seller. This can't be undone. Five wrong codes pause it for five minutes. Without reception it is sent later, " +
    `within ${KEPT_CODE_HOURS} hours: \`at\` is when the code was taken.`,
  body: z.strictObject({
    code: Code,
    itemIds: ItemIds.optional(),
    at: time.optional(),
  }),
  errors: {
    403: [HANDOVER_CODES.WRONG_CODE, HANDOVER_CODES.NOT_YOUR_PURCHASE],
    ...notFound,
    409: [PURCHASING_CODES.NOT_AWAITING_DELIVERY],
    429: [HANDOVER_CODES.CODE_PAUSED],
  },
})

const optionalWord = text({
  min: 0,
  tooShort: '',
  max: 300,
  tooLong: words('Please say it in at most 300 characters'),
  lines: true,
}).optional()

export const sayAbsent = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/appointment/absent',
  who: 'Buyer and seller.',
  changes: 'The other side is asked whether they were there; unanswered, it counts against them.',
  summary:
    `Says that the other side did not come, from ${ABSENT_AFTER_MINUTES} minutes after the beginning on; they may answer ` +
    `for ${ANSWER_HOURS} hours.`,
  body: z.strictObject({ word: optionalWord }),
  errors: {
    ...notFound,
    409: [HANDOVER_CODES.TRADE_OVER, HANDOVER_CODES.NO_APPOINTMENT, HANDOVER_CODES.TOO_EARLY],
  },
})
export const answerAbsent = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/appointment/absent/answer',
  who: 'The side that is said not to have come.',
  changes: 'It counts against nobody.',
  summary: 'Says "I was there" to it: then it counts against nobody.',
  body: z.strictObject({ word: optionalWord }),
  errors: { ...notFound, 409: [HANDOVER_CODES.NOTHING_TO_ANSWER, HANDOVER_CODES.TOO_LATE] },
})

export const writeThanks = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/thanks',
  who: 'Buyer and seller.',
  changes: 'One thank-you, and the other side is told.',
  summary:
    `Thanks the other side, within ${THANKS_DAYS} days of the handover and once. It is shown when both have written, or ` +
    `after ${THANKS_HIDDEN_DAYS} days.`,
  body: z
    .strictObject({
      chips: z
        .array(z.enum(THANKS_CHIPS))
        .max(THANKS_CHIPS.length)
        .refine((chips) => new Set(chips).size === chips.length, words('Please name each once'))
        .default([]),
      words: text({
        min: 1,
        tooShort: words('Please write a few words'),
        max: THANKS_LENGTH,
        tooLong: words('Please say it in at most 300 characters'),
        lines: true,
      }).optional(),
    })
    .refine(({ chips, words }) => chips.length > 0 || words !== undefined, {
      path: ['chips'],
      message: words('Please choose what was good, or write a few words'),
    }),
  errors: {
    ...notFound,
    409: [HANDOVER_CODES.NOT_HANDED_OVER, HANDOVER_CODES.ALREADY_THANKED, HANDOVER_CODES.TOO_LATE],
  },
})

const problemWords = (min: number, tooShort: string) =>
  text({ min, tooShort, max: 1000, tooLong: words('Please describe it in at most 1000 characters'), lines: true })

export const reportTradeProblem = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/problem',
  who: 'The buyer.',
  changes: 'The tokens stay in escrow, the seller is told, and the clock of the automatic release stops.',
  summary:
    'The buyer reports a problem, with the named things or all that is awaited: the tokens stay in escrow. The seller ' +
    `answers within ${PROBLEM_ANSWER_HOURS} hours, or everything goes back by itself; where the seller has shown the code of the ` +
    'door, an admin decides. Of two who both said that they were there, neither says that the other did not come.',
  body: z.strictObject({
    reason: z.enum(PROBLEM_REASONS, words('Please choose what is wrong')),
    words: problemWords(10, words('Please describe the problem in at least 10 characters')),
    itemIds: ItemIds.optional(),
  }),
  errors: { ...notFound, 409: [PURCHASING_CODES.NOT_AWAITING_DELIVERY, HANDOVER_CODES.BOTH_WERE_THERE] },
})
export const answerProblem = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/problem/answer',
  who: 'The seller.',
  changes: 'The buyer reads the answer; with `refund` tokens and card fee go back to them.',
  summary:
    'The seller answers a problem, once; with `refund` they agree, and everything goes back to the buyer at once.',
  body: z.strictObject({
    words: problemWords(3, words('Please answer in a few words')),
    refund: z.boolean().default(false),
  }),
  errors: { ...notFound, 409: [HANDOVER_CODES.NOTHING_TO_ANSWER, HANDOVER_CODES.TOO_LATE] },
})

export const acceptDecision = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/problem/accept',
  who: 'The side that the decision is against.',
  changes: 'The decision takes effect: tokens and card follow.',
  summary: 'The side that has lost accepts what an admin has decided: it takes effect at once.',
  body: z.strictObject({}),
  errors: { ...notFound, 409: [HANDOVER_CODES.NOTHING_TO_APPEAL] },
})
export const appealDecision = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/problem/appeal',
  who: 'The side that the decision is against.',
  changes: 'The decision waits for another admin; both sides are told.',
  summary:
    `The side that has lost appeals, within ${APPEAL_HOURS} hours and once: another admin decides within ${APPEAL_DAYS} ` +
    'days, for good, or the first decision takes effect.',
  body: z.strictObject({
    words: problemWords(10, words('Please explain in at least 10 characters why the decision should change')),
  }),
  errors: { ...notFound, 409: [HANDOVER_CODES.NOTHING_TO_APPEAL, HANDOVER_CODES.TOO_LATE] },
})

export const addProblemPhotos = endpoint({
  ...asked,
  method: 'POST',
  path: '/api/purchases/:id/problem/photos',
  who: 'Buyer and seller.',
  changes: 'The photos are stored with the problem.',
  summary:
    `Either side of an open problem shows up to ${MAX_PROBLEM_PHOTOS} photos, to the other and to admins alone; they are ` +
    `erased after ${PROBLEM_PHOTO_DAYS} days.`,
  kind: 'multipart',
  body: photoForm(MAX_PROBLEM_PHOTOS),
  errors: {
    ...uploadErrors,
    ...notFound,
    409: [HANDOVER_CODES.NO_PROBLEM, HANDOVER_CODES.PHOTOS_FULL],
  },
})

/** A neighbour as everybody may see them: no last name, no address, nothing of what they have bought. */
export const Neighbour = z.object({
  id: z.uuid(),
  firstName: z.string().nullable(),
  picture: z.string().nullable(),
  memberSince: time,
  /** Fewer than three trades: no figures are shown then. */
  isNew: z.boolean(),
  /** Things of theirs that changed hands. */
  passedOn: z.int().nullable(),
  /** How many appointments they have kept, of how many; null where there were none. */
  appointments: z.object({ kept: z.int(), of: z.int() }).nullable(),
  /** How soon they usually answer a first message, in words. */
  repliesIn: z.string().nullable(),
  /** The latest thank-yous. */
  thanks: z.array(
    z.object({
      id: z.uuid(),
      from: z.object({ firstName: z.string().nullable(), picture: z.string().nullable() }),
      chips: z.array(z.enum(THANKS_CHIPS)),
      words: z.string().nullable(),
      writtenAt: time,
    }),
  ),
  /** The newest that they offer now. */
  listings: z.array(ListingCard),
})
export type Neighbour = z.infer<typeof Neighbour>

export const getNeighbour = endpoint({
  method: 'GET',
  path: '/api/neighbours/:id',
  summary:
    'A neighbour, for everybody: since when they are here, what they have passed on, promises kept and thank-yous; with ' +
    `fewer than ${TRADES_OF_A_NEIGHBOUR} trades they are new here. Whom they have blocked, or who has blocked them, sees nothing.`,
  access: 'public',
  params: z.strictObject({ id: z.uuid() }),
  response: Neighbour,
  errors: { 404: [HANDOVER_CODES.NEIGHBOUR_NOT_FOUND] },
})
