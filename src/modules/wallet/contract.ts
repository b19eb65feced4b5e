import { z } from 'zod'
import { endpoint } from '../../platform/endpoint.ts'

export const WALLET_CODES = {
  INSUFFICIENT_TOKENS: 'INSUFFICIENT_TOKENS',
  HOLD_RESOLVED: 'HOLD_RESOLVED',
  TRANSFER_MISMATCH: 'TRANSFER_MISMATCH',
} as const

/** What a member earns, in whole tokens, and why. The one table of bonuses. */
export const BONUS_TOKENS = {
  welcome_bonus: 10,
  first_listing: 5,
  first_sale: 5,
  monthly_combo: 10,
  /** For the second, third, and fourth and each later active month in a row. */
  streak_bonus: [1, 2, 3],
  referral_bonus: 10,
} as const
export type BonusKind = keyof typeof BONUS_TOKENS

export const TOKEN_TRANSACTION_TYPES = [
  'purchase_item',
  'sale',
  'refund',
  'welcome_bonus',
  'first_listing',
  'first_sale',
  'monthly_combo',
  'streak_bonus',
  'referral_bonus',
] as const

/** One line of a member's statement. `amount` is unsigned; `purchase_item` is a debit, every other type a credit. */
export const TokenTransaction = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  type: z.enum(TOKEN_TRANSACTION_TYPES),
  amount: z.string(),
  balanceAfter: z.string(),
  description: z.string(),
  relatedItemId: z.uuid().nullable(),
  /** US dollars. */
  platformFee: z.string(),
  stripePaymentIntentId: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type TokenTransaction = z.infer<typeof TokenTransaction>

export const StatementQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(200),
  /** Opaque; taken from the `Link` header of the page before. */
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'Unknown cursor')
    .optional(),
})

export const listTokenTransactions = endpoint({
  method: 'GET',
  path: '/api/tokens/transactions',
  summary: "The signed-in member's statement, newest first; Link tells where the next page is.",
  access: 'member',
  query: StatementQuery,
  response: z.array(TokenTransaction),
})
