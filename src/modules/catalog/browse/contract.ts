import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { text, trimmed } from '../../../platform/text/text.ts'
import { type FilterOf, FILTERS, type Sought } from '../attributes.ts'
import { CATALOG_CODES } from '../constants.ts'
import { Category, CHOICES, type Choices, ListingCard } from '../listing/contract.ts'

const soughtChoices = Object.fromEntries(
  FILTERS.filter(({ finds }) => finds === 'same').map(({ name, attribute }) => [
    name,
    CHOICES[attribute as Sought].optional(),
  ]),
) as { [A in Sought as FilterOf<A>]: z.ZodOptional<Choices<A>> }

export const SORTS = ['newest', 'nearest', 'cheapest'] as const
export type Sort = (typeof SORTS)[number]
const MAX_WITHIN_KM = 50

/** `45.52,-122.68` as numbers; null where it is no place on earth. */
export function readNear(near: string): { latitude: number; longitude: number } | null {
  const [, north, east] = /^(-?\d{1,2}(?:\.\d{1,9})?),(-?\d{1,3}(?:\.\d{1,9})?)$/.exec(near) ?? []
  const point = { latitude: Number(north), longitude: Number(east) }
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null
}

/** The conditions of a search; everything that is given must hold. */
export const wanted = {
  /** Words in any order, each a beginning or a part of a word of the title; letter case and accents don't count. */
  search: trimmed(100).optional(),
  city: trimmed(100).optional(),
  category: z.union([z.literal('all'), Category]).optional(),
  /** `LATITUDE,LONGITUDE`; only their cell of about 1 km counts. */
  near: z
    .string()
    .refine((near) => readNear(near) !== null, words('Give a place as LATITUDE,LONGITUDE'))
    .optional(),
  /** Kilometres from `near`; everywhere if left out. */
  within: z.coerce
    .number()
    .int(words('Give whole kilometres'))
    .min(1, words('At least 1 km'))
    .max(MAX_WITHIN_KM, words('At most {maximum} km'))
    .optional(),
  ...soughtChoices,
  /** Tokens. */
  maxPrice: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/, words('Price must be a valid number'))
    .optional(),
  /** Only what can be brought by courier. */
  delivery: z.literal('courier').optional(),
  /** Only several things as one listing. */
  bag: z.literal('only').optional(),
}
export const needsPlace = {
  path: ['near'],
  message: words('A distance needs a place to start from'),
}

export const BrowseQuery = z
  .strictObject({
    ...wanted,
    status: z.enum(['available', 'reserved', 'claimed']).optional(),
    /** One member's listings only. */
    seller: z.uuid().optional(),
    /** `nearest` needs `near`; equally near or cheap ones come newest first. */
    sort: z.enum(SORTS).default('newest'),
    /** The search is to be taken letter for letter, even if it finds nothing. */
    exact: z.literal('true').optional(),
    limit: z.coerce.number().int().min(1).max(200).default(200),
    /** Opaque; taken from the `Link` header of the page before. */
    cursor: z
      .string()
      .regex(/^(\d{1,9}\.)?\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, words('Unknown cursor'))
      .optional(),
  })
  .refine(({ near, within, sort }) => near !== undefined || (within === undefined && sort !== 'nearest'), needsPlace)
  .refine(({ sort, cursor }) => cursor === undefined || (sort === 'newest') === cursor.split('.').length < 3, {
    path: ['cursor'],
    message: words('Unknown cursor'),
  })
export type BrowseQuery = z.infer<typeof BrowseQuery>

export const browseListings = endpoint({
  method: 'GET',
  path: '/api/items',
  summary:
    'Listings in every public status, newest first unless sorted; X-Total-Count and Link tell how many and where the next page is. Where a search finds fewer than three, its typos are corrected unless `exact` is true; X-Showing then tells what was searched for instead, percent-encoded.',
  access: 'public',
  query: BrowseQuery,
  response: z.array(ListingCard),
})
export const RELATED_WHY = ['synonym', 'size-near', 'farther', 'similar'] as const
export type RelatedWhy = (typeof RELATED_WHY)[number]
/**
 * A listing that a search misses: it is called something else (`synonym`), is of the size beside (`size-near`), lies beyond
 * the distance (`farther`), or shares some of what was asked for (`similar`).
 */
export const RelatedCard = ListingCard.extend({ why: z.array(z.enum(RELATED_WHY)) })
export type RelatedCard = z.infer<typeof RelatedCard>

export const relatedListings = endpoint({
  method: 'GET',
  path: '/api/items/related',
  summary:
    'What a search misses closely: up to 24 other available listings, each with why it is there, those that miss in one way first. Takes what GET /api/items takes; order, page and status are its own.',
  access: 'public',
  query: BrowseQuery,
  response: z.array(RelatedCard),
})
export const findPlace = endpoint({
  method: 'GET',
  path: '/api/places',
  summary: 'Where a city or a postcode is, to about 1 km, for `near`.',
  access: 'public',
  query: z.strictObject({
    q: text({
      min: 2,
      tooShort: words('Please type a city or a postcode'),
      max: 100,
      tooLong: words("That's too long for a place name"),
    }),
  }),
  response: z.object({
    /** `LATITUDE,LONGITUDE` in hundredths of a degree. */
    near: z.string(),
  }),
  errors: { 404: [CATALOG_CODES.PLACE_NOT_FOUND] },
})
export const feedListings = endpoint({
  method: 'GET',
  path: '/api/items.atom',
  summary: 'The first fifty listings of a search at most, as a feed (Atom); takes what GET /api/items takes.',
  access: 'public',
  kind: 'feed',
  query: BrowseQuery,
})
