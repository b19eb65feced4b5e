import { z } from 'zod'
import { endpoint } from '../../platform/endpoint.ts'
import { CATALOG_CODES, Category, CategoryPrice } from '../catalog/contract.ts'

export const ADMIN_CODES = { ADMIN_EXISTS: 'ADMIN_EXISTS', SETUP_TOKEN_WRONG: 'SETUP_TOKEN_WRONG' } as const

/** A number, or text with up to two decimals. */
const amount = (pattern: RegExp, message: string) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z.string(message).trim().regex(pattern, message),
  )
/** 0 to 100. */
const percentage = amount(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'Must be a valid percentage')
/** US dollars, 0 to 10000. */
const retailPrice = amount(/^(10000(\.0{1,2})?|\d{1,4}(\.\d{1,2})?)$/, 'Retail price must be between 0 and 10000')
const tokenPrice = z
  .number()
  .int('Token price must be a whole number')
  .min(1, 'Token price must be at least 1')
  .max(100, 'Token price must be at most 100')

export const Settings = z.object({
  processingFeePercentage: z.string(),
  transactionFeePercentage: z.string(),
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
export const updateSettings = endpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  summary: 'Sets the fee percentages.',
  access: 'admin',
  body: z.strictObject({
    processingFeePercentage: percentage.optional(),
    transactionFeePercentage: percentage.optional(),
  }),
  response: Settings,
})
export const updateCategoryPrice = endpoint({
  method: 'PATCH',
  path: '/api/admin/category-prices/:category',
  summary: 'Sets the token price and the typical retail price of a category; existing listings keep theirs.',
  access: 'admin',
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
  body: z.strictObject({
    category: z.preprocess(
      (value) => (typeof value === 'string' ? value.trim().toLowerCase().replace(/\s+/g, '-') : value),
      Category,
    ),
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
  summary: 'Deletes a category; its listings stay under its name. `other` can not be deleted.',
  access: 'admin',
  params: categoryParams,
  status: 204,
  errors: { 404: [CATALOG_CODES.UNKNOWN_CATEGORY], 409: [CATALOG_CODES.CATEGORY_KEPT] },
})
export const seedCategories = endpoint({
  method: 'POST',
  path: '/api/admin/seed-categories',
  summary: 'Adds the six built-in categories where they are missing; never overwrites a price.',
  access: 'admin',
  body: z.strictObject({}),
  response: z.object({ message: z.string() }),
})
