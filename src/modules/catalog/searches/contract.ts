import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { trimmed } from '../../../platform/text/text.ts'
import { words } from '../../../platform/language/words.ts'
import { CATALOG_CODES, itemParams, needsPlace, SORTS, wanted } from '../contract.ts'

/** The member's wish to be told of what a search finds; with `none` never. */
const How = z.enum(['at-once', 'daily', 'weekly', 'none'])

/** The names that `GET /api/items` takes, but for those of a page. */
export const SearchQuery = z
  .strictObject({
    ...wanted,
    status: z.literal('available').optional(),
    seller: z.uuid().optional(),
    sort: z.enum(SORTS).optional(),
    /** The member's name for `near`; only for their own eyes. */
    place: trimmed(100).optional(),
  })
  .refine(({ near, within, sort }) => near !== undefined || (within === undefined && sort !== 'nearest'), needsPlace)
export type SearchQuery = z.infer<typeof SearchQuery>

export const SavedSearch = z.object({
  id: z.uuid(),
  query: SearchQuery,
  how: How,
  /** Whether whoever posts what fits is told that somebody looks for it, without a name. */
  shown: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The time since which nothing is told, because its member hasn't looked at it for 60 days; null while it is at work. */
  pausedAt: z.iso.datetime().nullable(),
})
export type SavedSearch = z.infer<typeof SavedSearch>

export const SaveSearchBody = z.strictObject({ query: SearchQuery, how: How, shown: z.boolean().default(false) })
export type SaveSearchBody = z.infer<typeof SaveSearchBody>

export const ChangeSearchBody = z
  .strictObject({ how: How, shown: z.boolean() })
  .partial()
  .refine((body) => Object.keys(body).length > 0, words('Nothing to change'))
export type ChangeSearchBody = z.infer<typeof ChangeSearchBody>

export const saveSearch = endpoint({
  method: 'POST',
  path: '/api/searches',
  summary: 'Saves a search: the member is told of listings posted from now on that it finds.',
  access: 'member',
  startsNew: true,
  changes: 'One saved search.',
  body: SaveSearchBody,
  response: SavedSearch,
  status: 201,
  errors: { 409: [CATALOG_CODES.SEARCHES_FULL] },
})
export const listSearches = endpoint({
  method: 'GET',
  path: '/api/searches',
  summary: "The signed-in member's saved searches, the latest first: 50 at most.",
  access: 'member',
  response: z.array(SavedSearch),
})
export const readSearches = endpoint({
  method: 'PATCH',
  path: '/api/searches/read',
  summary: 'Marks saved searches as looked at: those with the ids, or all. Those that were paused go on.',
  access: 'member',
  startsNew: false,
  changes: 'When the searches were last looked at; paused ones are active again.',
  body: z.strictObject({ ids: z.array(z.uuid()).max(50).optional() }),
  status: 204,
})
export const changeSearch = endpoint({
  method: 'PATCH',
  path: '/api/searches/:id',
  summary: 'Changes how soon the member is told, or whether posters are told; a paused search goes on.',
  access: 'member',
  startsNew: false,
  who: 'The member whose search it is.',
  changes: 'The search, from then on.',
  params: itemParams,
  body: ChangeSearchBody,
  response: SavedSearch,
  errors: { 404: [CATALOG_CODES.SEARCH_NOT_FOUND] },
})
export const removeSearch = endpoint({
  method: 'DELETE',
  path: '/api/searches/:id',
  summary: 'Removes a saved search; what it has found and not yet told is not told.',
  access: 'member',
  startsNew: false,
  who: 'The member whose search it is.',
  changes: 'The search is gone.',
  params: itemParams,
  status: 204,
  errors: { 404: [CATALOG_CODES.SEARCH_NOT_FOUND] },
})

/** Members who look for a listing and let that be known: how many, never who. */
export const Seekers = z.object({
  count: z.number().int(),
  /**
   * From the listing's public place to the nearest who has named a place, rounded up to 2, 5, 10, 20, 50, … kilometres: a
   * listing that is moved about must not find them.
   */
  nearestKm: z.number().int().min(1).nullable(),
})
export type Seekers = z.infer<typeof Seekers>

export const listingSeekers = endpoint({
  method: 'GET',
  path: '/api/items/:id/wanted',
  summary: 'How many neighbours look for an own listing, as far as they let that be known, without their names.',
  access: 'member',
  who: "The listing's owner.",
  params: itemParams,
  response: Seekers,
  errors: { 403: [CATALOG_CODES.NOT_THE_OWNER], 404: [CATALOG_CODES.LISTING_NOT_FOUND] },
})
