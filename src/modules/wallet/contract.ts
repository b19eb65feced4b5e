import { z } from 'zod'
import { endpoint } from '../../platform/endpoint.ts'
import { words } from '../../platform/language/words.ts'

export const WALLET_CODES = {
  INSUFFICIENT_TOKENS: 'INSUFFICIENT_TOKENS',
  HOLD_RESOLVED: 'HOLD_RESOLVED',
  TRANSFER_MISMATCH: 'TRANSFER_MISMATCH',
  TARGET_TOO_FAR: 'TARGET_TOO_FAR',
  NO_DIGEST: 'NO_DIGEST',
} as const

/** A member's bonuses in whole tokens, and their reasons. The one table of bonuses. */
export const BONUS_TOKENS = {
  welcome_bonus: 10,
  first_listing: 5,
  first_sale: 5,
  monthly_combo: 10,
  /** For the second, third, and fourth and each later active month in a row. */
  streak_bonus: [1, 2, 3],
  referral_bonus: 10,
} as const
/** Referral bonuses that one member gets in a calendar month of the market. */
export const REFERRALS_A_MONTH = 5
/** A supply target: 1 to 1000 tokens for each active member, with at most two decimals. */
export const SUPPLY_TARGET = /^(1000(\.0{1,2})?|[1-9]\d{0,2}(\.\d{1,2})?)$/
export type BonusKind = keyof typeof BONUS_TOKENS
export const BONUS_KINDS = [
  'welcome_bonus',
  'first_listing',
  'first_sale',
  'monthly_combo',
  'streak_bonus',
  'referral_bonus',
] as const satisfies BonusKind[]

export const TOKEN_TRANSACTION_TYPES = ['purchase_item', 'sale', 'refund', ...BONUS_KINDS] as const

/** One line of a member's statement. `amount` is unsigned; `purchase_item` is a debit, every other type a credit. */
export const TokenTransaction = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  type: z.enum(TOKEN_TRANSACTION_TYPES),
  amount: z.string(),
  balanceAfter: z.string(),
  /** In English, whoever asks. */
  description: z.string(),
  /** The same in the language of the answer. */
  text: z.string(),
  relatedItemId: z.uuid().nullable(),
  /** The card's payment. */
  platformFee: z.string(),
  /** Its currency: by ISO 4217, in small letters. */
  currency: z.string(),
  stripePaymentIntentId: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type TokenTransaction = z.infer<typeof TokenTransaction>

export const StatementQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(200),
  /** Opaque; taken from the `Link` header of the page before. */
  cursor: z
    .string()
    .regex(/^\d{1,18}(\.\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/, words('Unknown cursor'))
    .optional(),
})

export const listTokenTransactions = endpoint({
  method: 'GET',
  path: '/api/tokens/transactions',
  summary: "The signed-in member's statement, newest first; X-Total-Count is its length, Link the next page.",
  access: 'member',
  query: StatementQuery,
  response: z.array(TokenTransaction),
})

export const downloadStatement = endpoint({
  method: 'GET',
  path: '/api/tokens/statement.csv',
  summary: "The signed-in member's whole statement, newest first, as a table; amounts are signed.",
  access: 'member',
  kind: 'csv',
})

const Night = z.iso.date()

/** The digest of the ledger in a night: the root of the hash tree (RFC 6962) over its first `size` transfers. */
export const LedgerDigest = z.object({
  night: Night,
  size: z.int(),
  /** Hexadecimal. */
  root: z.string(),
  /** Base64: Ed25519 over `outgrown-digest-1`, night, size and root, each with a line feed behind it. */
  signature: z.string(),
})
export type SignedDigest = z.infer<typeof LedgerDigest>

export const listDigests = endpoint({
  method: 'GET',
  path: '/api/digests',
  summary:
    'What the ledger came to each night, newest first, and the key that it is signed with. Whoever has kept a digest finds it here unchanged for ever.',
  access: 'public',
  query: z.strictObject({ before: Night.optional() }),
  response: z.object({
    /** Base64, 32 bytes; null before the first digest. */
    publicKey: z.string().nullable(),
    digests: z.array(LedgerDigest).max(100),
  }),
})

export const downloadCheckableStatement = endpoint({
  method: 'GET',
  path: '/api/tokens/statement.json',
  summary:
    "The signed-in member's statement as a file that can be checked without the market: each entry with its place in the digest of a night, the last one where none is named. docs/statements.md says how.",
  access: 'member',
  query: z.strictObject({ night: Night.optional() }),
  response: z.object({
    format: z.string(),
    account: z.uuid(),
    /** The salt of the member's entries, hexadecimal: without it nobody can tell whose a hash is. */
    salt: z.string(),
    digest: LedgerDigest.omit({ signature: true }),
    signature: z.string(),
    publicKey: z.string(),
    /** From the first entry on; amounts are hundredths of a token. `place` is null until the next night. */
    lines: z.array(
      z.object({
        version: z.int(),
        amount: z.int(),
        balanceAfter: z.int(),
        transfer: z.string(),
        kind: z.string(),
        createdAt: z.string(),
        facts: z.string(),
        place: z.int().nullable(),
        proof: z.array(z.string()),
      }),
    ),
  }),
  errors: { 404: [WALLET_CODES.NO_DIGEST] },
})

/** A member's earnings from one bonus, and what there is to earn. Amounts are tokens. */
export const BonusProgress = z.object({
  kind: z.enum(BONUS_KINDS),
  /** Nothing more to be had of it, ever or in this month. */
  done: z.boolean(),
  /** There is a first listing, and its bonus comes when it has stood for a day. */
  waiting: z.boolean(),
  /** The next payment: for a streak, what this month brings when it has ended. */
  reward: z.string(),
  /** The number of payments, and their sum. */
  times: z.number().int(),
  earned: z.string(),
})
export type BonusProgress = z.infer<typeof BonusProgress>

export const TokenProgress = z.object({
  bonuses: z.array(BonusProgress),
  thisMonth: z.object({
    /** The market's own calendar month. */
    month: z.string(),
    /** `waiting`: it counts when it has stood for a day. */
    listing: z.enum(['open', 'waiting', 'done']),
    sale: z.enum(['open', 'done']),
  }),
  /**
   * The part of each token that combos and streaks pay: "0.60" is 6 of 10. Published before the month begins and never
   * changed; null: nothing was published, so they pay in full.
   */
  share: z.object({
    thisMonth: z.string().nullable(),
    nextMonth: z.string().nullable(),
    /** The supply target of the later of them, where it moved by itself: tokens for each active member. */
    moved: z.object({ when: z.enum(['thisMonth', 'nextMonth']), from: z.string(), to: z.string() }).nullable(),
  }),
  /** Active months in a row until now, this one included where it is active. */
  streak: z.number().int(),
  /** Members who joined through this one's link, and those of them who have traded. */
  friends: z.object({ joined: z.number().int(), traded: z.number().int() }),
})
export type TokenProgress = z.infer<typeof TokenProgress>

export const readTokenProgress = endpoint({
  method: 'GET',
  path: '/api/tokens/progress',
  summary: 'What the signed-in member has earned of each bonus, and what is open.',
  access: 'member',
  response: TokenProgress,
})
