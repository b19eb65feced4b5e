import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { PageQuery } from '../../../platform/page.ts'
import { CATALOG_CODES, itemParams } from '../../catalog/contract.ts'
import {
  DeliveryMethod,
  PickupDetails,
  Purchase,
  PurchaseState,
  PURCHASING_CODES,
  Sale,
} from '../../purchasing/contract.ts'
import { MAX_OPEN, PROBLEM_REASONS, THANKS_CHIPS } from '../constants.ts'

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

/** Stages of a trade, from the payment to the doorstep and beyond. */
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

export const time = z.iso.datetime()
export const Interval = z.object({ start: time, end: time })
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
  /** The times at which a side said that they come some minutes later. */
  late: Sides,
  here: Sides,
  /** From then on either side may say that the other did not come. */
  absentFrom: time,
})
/** The last appointment of which one side said that the other did not come. */
const Absence = z.object({
  by: z.enum(['buyer', 'seller']),
  word: z.string().nullable(),
  saidAt: time,
  /** Until then the other side may answer. */
  answerUntil: time,
  answer: z.object({ word: z.string().nullable(), at: time }).nullable(),
})
export const Thanks = z.object({ chips: z.array(z.enum(THANKS_CHIPS)), words: z.string().nullable(), writtenAt: time })

const Outcome = z.enum(['release', 'refund'])
/** An admin's first decision about a problem, with the appeal against it. */
const AnnouncedDecision = z.object({
  outcome: Outcome,
  /** The titles of what it is about. */
  things: z.array(z.string()),
  reason: z.string(),
  at: time,
  /** The side that has lost: they may appeal, or accept it. */
  against: z.enum(['buyer', 'seller']),
  /** When it is carried out: unless it is appealed, or, once it is, unless it is decided anew. */
  takesEffectAt: time,
  appeal: z.object({ words: z.string(), at: time }).nullable(),
})
export type AnnouncedDecision = z.infer<typeof AnnouncedDecision>

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
    /** The deadline, where there is one, or the time of the appointment. */
    at: time.nullable(),
  }),
  deliveryMethod: DeliveryMethod,
  /** Where to fetch it: for the buyer from payment until a refund, and for the seller. */
  pickup: PickupDetails.nullable(),
  /** Where a courier brings it: for the buyer, and for the seller until it ends. */
  deliveryAddress: z.string().nullable(),
  /** The courier's estimated fee; the buyer books and pays them. */
  courierFee: z.string().nullable(),
  /** Where the buyer books a courier, and when they come, as agreed; null where nobody sends one. */
  courier: z.object({ bookAt: z.url(), comes: Interval.nullable() }).nullable(),
  timeZone: z.string(),
  offer: Offer.nullable(),
  appointment: Appointment.nullable(),
  /** Decimal text. */
  tokensHeld: z.string(),
  /** The moment at which the tokens go to the seller by themselves. */
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
      /** An admin's decision, until it is carried out. */
      announced: AnnouncedDecision.nullable(),
      /**
       * The way it was decided: by a seller who agreed or a buyer who kept it, by the seller's silence, by an admin, or
       * by the date on which no admin had.
       */
      decision: z
        .object({
          outcome: Outcome,
          by: z.enum(['agreement', 'silence', 'admin', 'date']),
          reason: z.string().nullable(),
          /** Whether it is about an appeal. */
          final: z.boolean(),
          at: time,
          /** The decision of an admin that had been announced before; null where none had. */
          announced: AnnouncedDecision.nullable(),
        })
        .nullable(),
    })
    .nullable(),
  handedOverAt: time.nullable(),
  absence: Absence.nullable(),
  /** The two sides' thanks; the other side's can be read once both have written, or after a week. */
  thanks: z.object({
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
  /** Trades that wait for the caller, of those they bought and those they sold: to pay, to agree on a time, to come today, to answer. */
  waiting: z.object({ bought: z.int(), sold: z.int() }),
  /** The trades with an appointment today, the earliest first. */
  today: z.array(Trade),
  /** Tokens that the caller's sales hold in escrow until they are confirmed, decimal text. */
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

export const purchaseParams = z.strictObject({ id: z.uuid() })
// Open trades are settled also by members who may start nothing new.
export const asked = { access: 'member', startsNew: false, params: purchaseParams, response: Trade } as const
export const notFound = { 404: [PURCHASING_CODES.PURCHASE_NOT_FOUND] } as const

export const getTrade = endpoint({
  ...asked,
  method: 'GET',
  path: '/api/purchases/:id/trade',
  who: 'Buyer, seller, and admins where a problem was reported.',
  summary:
    'One trade on one card, for its buyer, its seller and admins: where it stands, what comes next and who does it. That an admin ' +
    'has read it stands in the log.',
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
