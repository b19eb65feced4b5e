import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { trimmed } from '../../../platform/text/text.ts'
import { words } from '../../../platform/language/words.ts'
import { CATALOG_CODES, Category, CategoryPrice } from '../../catalog/contract.ts'
import { SUPPLY_TARGET, WALLET_CODES } from '../../wallet/contract.ts'
import { ADMIN_CODES, amount, Reason } from '../desk/contract.ts'

/** 0 to 100. */
const percentage = amount(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, words('Must be a valid percentage'))
const supplyTarget = amount(SUPPLY_TARGET, words('The supply target must be between 1 and 1000 tokens'))
/** In the market's currency, 0 to 10000. */
const retailPrice = amount(
  /^(10000(\.0{1,2})?|\d{1,4}(\.\d{1,2})?)$/,
  words('Retail price must be between 0 and 10000'),
)
const tokenPrice = z
  .number()
  .int(words('Token price must be a whole number'))
  .min(1, words('Token price must be at least 1'))
  .max(100, words('Token price must be at most 100'))

export const Settings = z.object({
  processingFeePercentage: z.string(),
  transactionFeePercentage: z.string(),
  /** Tokens for each member who was active in the last 90 days; absent while combos and streaks always pay in full. */
  supplyTarget: z.string().optional(),
  /** The target moves by itself, by at most a tenth a month; absent while it doesn't. */
  supplyTargetMoves: z.boolean().optional(),
  updatedAt: z.iso.datetime(),
})
export type Settings = z.infer<typeof Settings>

const categoryParams = z.strictObject({ category: Category })

export const adminExists = endpoint({
  method: 'GET',
  path: '/api/admin/exists',
  summary: 'Whether the market has ever had an admin.',
  access: 'public',
  response: z.object({ exists: z.boolean() }),
})
export const setupAdmin = endpoint({
  method: 'POST',
  path: '/api/admin/setup',
  summary: 'Makes the caller admin while there has never been one; production also wants the setup token.',
  access: 'member',
  startsNew: false,
  who: 'Members, while there has never been an admin.',
  changes: 'The caller is an admin from then on.',
  body: z.strictObject({ setupToken: z.string().max(200).optional() }),
  response: z.object({ isAdmin: z.literal(true) }),
  errors: { 403: [ADMIN_CODES.SETUP_TOKEN_WRONG], 409: [ADMIN_CODES.ADMIN_EXISTS] },
})
export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'The two fee percentages; public, because buyers see the fee before they buy.',
  access: 'public',
  response: Settings,
})
export const UpdateSettingsBody = z.strictObject({
  processingFeePercentage: percentage.optional(),
  transactionFeePercentage: percentage.optional(),
  /** null takes it away. */
  supplyTarget: supplyTarget.nullable().optional(),
  /** Needs a target. */
  supplyTargetMoves: z.boolean().optional(),
})
export type SettingsChange = z.output<typeof UpdateSettingsBody>
export const updateSettings = endpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  summary: 'Sets the fee percentages, and the supply that combos and streaks have to fit into.',
  access: 'admin',
  changes: 'Fees of purchases that begin from now on, and what combos and streaks pay in months not published yet.',
  body: UpdateSettingsBody,
  response: Settings,
  errors: { 409: [WALLET_CODES.TARGET_TOO_FAR] },
})
export const updateCategoryPrice = endpoint({
  method: 'PATCH',
  path: '/api/admin/category-prices/:category',
  summary: 'Sets the token price and the typical retail price of a category; existing listings keep theirs.',
  access: 'admin',
  changes: 'Prices of listings that are posted from now on.',
  params: categoryParams,
  body: z.strictObject({ tokenPrice: tokenPrice.optional(), retailPrice: retailPrice.optional() }),
  response: CategoryPrice,
  errors: { 404: [CATALOG_CODES.UNKNOWN_CATEGORY] },
})
export const createCategory = endpoint({
  method: 'POST',
  path: '/api/admin/category-prices',
  summary: 'Adds a category; spaces in its name become hyphens.',
  access: 'admin',
  changes: 'One category more, with its prices; the log says who added it.',
  body: z.strictObject({
    category: trimmed(50)
      .overwrite((name) => name.toLowerCase().replace(/\s+/g, '-'))
      .pipe(Category),
    tokenPrice: tokenPrice.default(3),
    retailPrice: retailPrice.default('25'),
  }),
  response: CategoryPrice,
  status: 201,
  errors: { 409: [CATALOG_CODES.CATEGORY_EXISTS] },
})
export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/api/admin/category-prices/:category',
  summary: "Deletes a category; its listings stay under its name. `other` can't be deleted.",
  access: 'admin',
  changes: 'Nothing new can be listed in it; listings that exist keep it.',
  params: categoryParams,
  status: 204,
  errors: { 404: [CATALOG_CODES.UNKNOWN_CATEGORY], 409: [CATALOG_CODES.CATEGORY_KEPT] },
})
export const seedCategories = endpoint({
  method: 'POST',
  path: '/api/admin/seed-categories',
  summary: 'Adds the six built-in categories where they are missing; never overwrites a price.',
  access: 'admin',
  changes: 'Up to six categories more.',
  body: z.strictObject({}),
  response: z.object({ message: z.string() }),
})

/** Reasons that admins have ready; `version` counts their changes. */
export const CannedWords = z.strictObject({ version: z.int().min(0), words: z.array(Reason).max(20) })
export type CannedWords = z.infer<typeof CannedWords>
export const getCannedWords = endpoint({
  method: 'GET',
  path: '/api/admin/canned-words',
  summary: 'The reasons that admins have ready.',
  access: 'admin',
  response: CannedWords,
})
export const changeCannedWords = endpoint({
  method: 'PUT',
  path: '/api/admin/canned-words',
  summary: 'Takes the place of the ready-made words of that version.',
  access: 'admin',
  changes: 'All admins can choose them. The log keeps what they were.',
  body: CannedWords,
  response: CannedWords,
  errors: { 409: [ADMIN_CODES.WORDS_CHANGED] },
})
