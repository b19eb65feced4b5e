import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { Category } from '../listing/contract.ts'

export const CategoryPrice = z.object({
  id: z.uuid(),
  category: z.string(),
  tokenPrice: z.number().int(),
  retailPrice: z.string(),
  updatedAt: z.iso.datetime(),
})
export type CategoryPrice = z.infer<typeof CategoryPrice>

export const ImpactStats = z.object({
  totalWeightLbs: z.string(),
  itemsSold: z.number().int(),
  estimatedCO2SavedLbs: z.string(),
  itemsWithWeight: z.number().int(),
  totalItems: z.number().int(),
  /** Listings to be had of each category that has any. */
  available: z.record(Category, z.number().int()),
})
export type ImpactStats = z.infer<typeof ImpactStats>

export const OwnFigures = z.object({
  posted: z.number().int(),
  available: z.number().int(),
  claimed: z.number().int(),
  /** The pounds of the claimed ones together. */
  weightLbs: z.number(),
})
export type OwnFigures = z.infer<typeof OwnFigures>

export const myFigures = endpoint({
  method: 'GET',
  path: '/api/items/user/me/figures',
  summary: 'What the signed-in member has posted and passed on so far.',
  access: 'member',
  response: OwnFigures,
})
export const impactStats = endpoint({
  method: 'GET',
  path: '/api/impact/stats',
  summary: 'What the market has kept out of landfill.',
  access: 'public',
  response: ImpactStats,
})
export const listCategoryPrices = endpoint({
  method: 'GET',
  path: '/api/admin/category-prices',
  summary: 'Token price and typical retail price (US dollars) of each category.',
  access: 'public',
  response: z.array(CategoryPrice),
})
