import { z } from 'zod'
import { endpoint } from '../../platform/endpoint.ts'
import { BONUS_KINDS, SUPPLY_TARGET } from '../wallet/contract.ts'

const count = z.number().int()
/** Tokens, or null where it would be about one to four members. */
const tokens = z.string().nullable()
const figure = count.nullable()
/** A published target, in tokens for each active member. */
const published = {
  /** Combos and streaks had to fit into it; null without one. */
  target: z.string().nullable(),
  /** The one before, where it moved by itself; else null. */
  movedFrom: z.string().nullable(),
}
const Month = z.string().regex(/^\d{4}-\d{2}$/)

/** A month as everybody may see it. A figure about fewer than five members is null, and so is what would tell one. */
export const EconomyMonth = z.object({
  /** A calendar month of the market's time zone. */
  month: Month,
  /** The month has ended: nothing of it changes any more. */
  complete: z.boolean(),
  /** All tokens that members have, what their open purchases hold included, when it ended. */
  supply: tokens,
  /** The tokens that open purchases hold. */
  escrow: tokens,
  minted: z.record(z.enum(BONUS_KINDS), tokens),
  /** Collected in fees, and so nobody's any more. */
  burnt: tokens,
  /** Members who listed, sold or bought in the 90 days before it ended, also for 0 tokens. */
  activeMembers: figure,
  listings: figure,
  /** Things that were delivered, also for 0 tokens. */
  trades: figure,
  /** The part of each token that combos and streaks of this month pay. */
  factor: z.string(),
  ...published,
  /** Purchases, entries of draws and favourites that somebody lacked the tokens for; once for each and member. */
  wantsUnpaid: figure,
  /** Members who lacked the tokens for something. */
  shortMembers: figure,
  /** Members who could have paid for whatever they looked for, and did not find it. */
  inVainMembers: figure,
  /** The median of the minutes until sellers first answered; null without an answer. */
  firstAnswerMinutes: z.number().nullable(),
})
export type EconomyMonth = z.infer<typeof EconomyMonth>

export const Economy = z.object({
  /** Oldest first, the running one last. */
  months: z.array(EconomyMonth),
  /** The share that was published for a month to come. */
  coming: z.object({ month: Month, factor: z.string(), ...published }).nullable(),
})
export type Economy = z.infer<typeof Economy>

const MonthsQuery = z.strictObject({ months: z.coerce.number().int().min(1).max(120).default(12) })

export const getEconomy = endpoint({
  method: 'GET',
  path: '/api/economy',
  summary: "The market's tokens month by month: supply, escrow, what was minted and burnt, and what was traded.",
  access: 'public',
  query: MonthsQuery,
  response: Economy,
})
export const downloadEconomy = endpoint({
  method: 'GET',
  path: '/api/economy.csv',
  summary: 'The same as a table.',
  access: 'public',
  query: MonthsQuery,
  kind: 'csv',
})

/** A month as admins see it. */
export const MarketMonth = z.object({
  month: Month,
  complete: z.boolean(),
  supply: z.string(),
  escrow: z.string(),
  minted: z.record(z.enum(BONUS_KINDS), z.string()),
  burnt: z.string(),
  members: count,
  activeMembers: count,
  listings: count,
  trades: count,
  factor: z.string(),
  ...published,
  /** Tokens of active members and in escrow, for each of them; null without any. */
  tokensAMember: z.number().nullable(),
  /** Listings that could be had when it ended, those included that somebody was paying for; null where they weren't counted. */
  onOffer: figure,
  /** The same tokens for each of them; null without any. */
  tokensAListing: z.number().nullable(),
  /** Percent of the supply that lies with members who have not been active for 90 days; null without supply. */
  idlePercent: z.number().nullable(),
  /** Percent of what was listed that was sold within 14 days; null where nothing has stood as long. */
  soldInTimePercent: z.number().nullable(),
  medianDaysToSale: z.number().nullable(),
  searchesMissed: count,
  /** These are null in a month that was complete before they were counted. */
  wantsUnpaid: figure,
  shortMembers: figure,
  inVainMembers: figure,
  /** Appointments to which one side did not come, and did not contradict it. */
  noShows: figure,
  problems: figure,
  firstAnswerMinutes: z.number().nullable(),
})
export type MarketMonth = z.infer<typeof MarketMonth>

/** A category whose price seems to be off, and one to try. */
export const PriceToTry = z.object({
  category: z.string(),
  kind: z.enum(['never sells', 'sells at once']),
  listings: count,
  sold: count,
  /** Prices in whole tokens. */
  price: count,
  priceToTry: count,
})
export type PriceToTry = z.infer<typeof PriceToTry>

export const Market = z.object({
  months: z.array(MarketMonth),
  coming: Economy.shape.coming,
  /** The way the target would go by itself in the coming month, as long as that isn't published; null without a target. */
  next: z
    .object({
      from: z.string(),
      to: z.string(),
      /** The month whose meters decide it; null where none has been metered. */
      meters: z.object({ month: Month, activeMembers: count, short: count, inVain: count }).nullable(),
    })
    .nullable(),
  /** Searches of at least five people that found nothing, this month and the last. */
  missed: z.array(z.object({ month: Month, words: z.string(), people: count })),
  prices: z.array(PriceToTry),
})
export type Market = z.infer<typeof Market>

export const getMarket = endpoint({
  method: 'GET',
  path: '/api/admin/market',
  summary: 'How healthy the market is, month by month: tokens, sales, searches without a hit, and prices to try.',
  access: 'admin',
  query: MonthsQuery,
  response: Market,
})
export const downloadMarket = endpoint({
  method: 'GET',
  path: '/api/admin/market.csv',
  summary: 'The months of it as a table.',
  access: 'admin',
  query: MonthsQuery,
  kind: 'csv',
})

/** The model's answer to a target. Shares are percent of what members look for that they find and can pay. */
export const TargetPreview = z.object({
  /** Whether this market told its own rates, or is too young for that. */
  from: z.enum(['market', 'documentation']),
  /** The running one first. */
  months: z.array(
    z.object({
      month: Month,
      /** With every bonus in full. */
      off: z.number(),
      /** With the target. */
      held: z.number(),
      tokensAMember: z.number(),
    }),
  ),
})
export type TargetPreview = z.infer<typeof TargetPreview>

export const previewTarget = endpoint({
  method: 'GET',
  path: '/api/admin/market/preview',
  summary:
    "What a supply target does to the months to come, in a model with the market's own rates, beside every bonus in full. Nothing is changed.",
  access: 'admin',
  query: z.strictObject({
    target: z.string().regex(SUPPLY_TARGET),
    /** The target moves by itself. */
    moves: z.stringbool().default(false),
  }),
  response: TargetPreview,
})
