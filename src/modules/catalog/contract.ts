import { z } from 'zod'
import { endpoint } from '../../platform/endpoint.ts'
import { PlaceQuery } from '../../platform/page.ts'
import { personName } from '../../platform/text/person-name.ts'
import { text, trimmed } from '../../platform/text/text.ts'
import { title } from '../../platform/text/title.ts'
import { words } from '../../platform/language/words.ts'
import { ContactPhone, Email, degrees } from '../identity/contract.ts'
import { RECALL_CODES } from '../recalls/contract.ts'
import {
  ATTRIBUTES,
  CATEGORIES,
  type ChoiceOf,
  type Chosen,
  CHOSEN,
  type FilterOf,
  FILTERS,
  type Optional,
  OPTIONAL,
  type Sought,
} from './attributes.ts'
import { readAreas } from './areas.ts'
import { sizesBetween } from './sizes.ts'

export const BUILT_IN_CATEGORIES = Object.keys(CATEGORIES) as (keyof typeof CATEGORIES)[]
export const LISTING_STATUSES = ['available', 'reserved', 'claimed', 'withdrawn'] as const
export const MAX_PHOTOS = 5
export const MAX_BATCH_PHOTOS = 10
export const MAX_BATCH_BYTES = 90 * 1024 * 1024

type Choices<A extends Chosen> = z.ZodEnum<{ [V in ChoiceOf<A>]: V }>
/** A form that asks, and got no answer. */
const unanswered = ({ input }: { input?: unknown }) =>
  input === '' || input === null ? words('Please choose one') : undefined
/** The schema of each attribute that has choices. */
const CHOICES = Object.fromEntries(
  CHOSEN.map((name) => [name, z.enum(Object.keys(ATTRIBUTES[name].choices), { error: unanswered })]),
) as { [A in Chosen]: Choices<A> }
const shownOptional = Object.fromEntries(OPTIONAL.map((name) => [name, CHOICES[name].nullable()])) as {
  [A in Optional]: z.ZodNullable<Choices<A>>
}
const soughtChoices = Object.fromEntries(
  FILTERS.filter(({ finds }) => finds === 'same').map(({ name, attribute }) => [
    name,
    CHOICES[attribute as Sought].optional(),
  ]),
) as { [A in Sought as FilterOf<A>]: z.ZodOptional<Choices<A>> }

export const { ageSize: AgeSize, condition: Condition, deliveryOption: DeliveryOption } = CHOICES
export type AgeSize = z.infer<typeof AgeSize>
export type Condition = z.infer<typeof Condition>
export type DeliveryOption = z.infer<typeof DeliveryOption>
export const ListingStatus = z.enum(LISTING_STATUSES)
export type ListingStatus = z.infer<typeof ListingStatus>
/** A built-in category or one that an admin added: lowercase words joined by hyphens. */
export const Category = z
  .string()
  .max(50, { abort: true })
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, words('Unknown category'))

export const CATALOG_CODES = {
  LISTING_NOT_FOUND: 'LISTING_NOT_FOUND',
  PLACE_NOT_FOUND: 'PLACE_NOT_FOUND',
  OWN_LISTING: 'OWN_LISTING',
  FAVOURITES_FULL: 'FAVOURITES_FULL',
  SEARCHES_FULL: 'SEARCHES_FULL',
  SEARCH_NOT_FOUND: 'SEARCH_NOT_FOUND',
  NOT_THE_OWNER: 'NOT_THE_OWNER',
  LISTING_NOT_AVAILABLE: 'LISTING_NOT_AVAILABLE',
  LISTING_IN_DRAW: 'LISTING_IN_DRAW',
  UNKNOWN_CATEGORY: 'UNKNOWN_CATEGORY',
  CATEGORY_EXISTS: 'CATEGORY_EXISTS',
  CATEGORY_KEPT: 'CATEGORY_KEPT',
  PHOTO_NOT_YOURS: 'PHOTO_NOT_YOURS',
  PHOTO_IN_USE: 'PHOTO_IN_USE',
  PRICE_TOO_HIGH: 'PRICE_TOO_HIGH',
  UNREADABLE_IMAGE: 'UNREADABLE_IMAGE',
  UNSUPPORTED_IMAGE: 'UNSUPPORTED_IMAGE',
  TOO_MANY_PHOTOS: 'TOO_MANY_PHOTOS',
  TOO_LARGE: 'TOO_LARGE',
  BAD_UPLOAD: 'BAD_UPLOAD',
  DAILY_LIMIT: 'DAILY_LIMIT',
} as const

/** Pixels of the photo itself, and a blurred picture of it as a data URI; null until its variants are made. */
export const PhotoInfo = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  placeholder: z.string().nullable(),
})
export type PhotoInfo = z.infer<typeof PhotoInfo>

/**
 * A listing in the grid. Token amounts are decimal strings; `photos` are addresses on this site; `photoInfo` tells of the
 * first of them, in a whole listing of each.
 */
export const ListingCard = z.object({
  id: z.uuid(),
  title: z.string(),
  category: z.string(),
  condition: Condition,
  ...shownOptional,
  /** How many things are in the bag; null where it is one thing. */
  bagCount: z.number().int().nullable(),
  city: z.string(),
  photos: z.array(z.string()),
  photoInfo: z.array(PhotoInfo),
  tokenPrice: z.string(),
  status: ListingStatus,
  deliveryOption: DeliveryOption,
  userId: z.uuid(),
  createdAt: z.iso.datetime(),
  /** Whole kilometres from `near` to its public place, rounded up; left out without `near` or where its place is not known. */
  distanceKm: z.number().int().min(1).optional(),
})
export type ListingCard = z.infer<typeof ListingCard>

/**
 * A whole listing. The last four fields are there for its owner (and its buyer once paid) only;
 * for everybody else latitude and longitude are the centre of a fixed grid cell of about 1 km.
 */
/** Fields that a model may draft. */
export const DRAFTED = ['title', 'description', 'condition', 'weightLbs'] as const
export type Drafted = (typeof DRAFTED)[number]

export const Listing = ListingCard.extend({
  /** What a model has drafted and nobody has changed since. */
  drafted: z.array(z.enum(DRAFTED)),
  description: z.string(),
  weightLbs: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  seller: z.object({
    firstName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    memberSince: z.iso.datetime(),
    itemsPassedOn: z.number().int(),
  }),
  /** When its draw closes, or has closed; left out where it was posted to be bought at once. */
  drawClosesAt: z.iso.datetime().optional(),
  /** True for a member who can neither write to nor buy from the seller; which of the two has blocked is not told. */
  blocked: z.boolean().optional(),
  buyerId: z.uuid().nullable().optional(),
  tokensInEscrow: z.string().optional(),
  purchasedAt: z.iso.datetime().nullable().optional(),
  deliveryConfirmedAt: z.iso.datetime().nullable().optional(),
  escrowReleasedAt: z.iso.datetime().nullable().optional(),
  pickupAddress: z.string().optional(),
  contactName: z.string().optional(),
  contactEmail: z.string().optional(),
  contactPhone: z.string().nullable().optional(),
  /** For its owner and the admins: when and why an admin has hidden it from everybody else. */
  hiddenAt: z.iso.datetime().nullable().optional(),
  hiddenReason: z.string().nullable().optional(),
  /** For its owner alone: with which recalls they have compared its label. */
  recallsCompared: z.array(z.string()).optional(),
  /** For its owner alone: how many have it among their favourites. */
  favourites: z.number().int().optional(),
  /** For its owner alone: a lower price to try, where it has stood unsold and unchanged for 30 days. */
  askLess: z.string().optional(),
})
export type Listing = z.infer<typeof Listing>

/** Digits with up to two decimals, given as text or as a number; what is no number at all gets no second message. */
const decimalText = (rules: { least: number; pattern: string; tooSmall: string }) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    trimmed(20, rules.pattern)
      .regex(/^-?\d{1,6}(\.\d{1,2})?$/, { error: rules.pattern, abort: true })
      .refine((text) => !text.startsWith('-') && Number(text) >= rules.least, rules.tooSmall)
      .meta({ pattern: '^\\d{1,6}(\\.\\d{1,2})?$' }),
  )

const TokenPrice = decimalText({
  least: 0,
  pattern: words('Price must be a valid number'),
  tooSmall: words('Price must be positive'),
})
const WeightLbs = decimalText({
  least: 0.01,
  pattern: words('Weight must be a valid number'),
  tooSmall: words('Weight must be positive'),
})

/** The address of a photo as the upload gave it. */
export const PhotoUrl = z
  .string()
  .regex(/^\/photos\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/, words('Please upload the photo here first'))

const BAG_HOLDS = words('A bag holds 2 to 50 things')

const listingFields = {
  title: title({
    min: 3,
    tooShort: words('Title must be at least 3 characters'),
    max: 100,
    tooLong: words('Title must be less than 100 characters'),
  }),
  description: text({
    min: 10,
    tooShort: words('Description must be at least 10 characters'),
    max: 1000,
    tooLong: words('Description must be less than 1000 characters'),
    lines: true,
  }),
  category: Category,
  condition: Condition,
  ...z.object(shownOptional).partial().shape,
  /** Several things as one listing, at the price of one. `ageSize` is then their size, or the first of those up to `sizeTo`. */
  bagCount: z.number(BAG_HOLDS).int(BAG_HOLDS).min(2, BAG_HOLDS).max(50, BAG_HOLDS).nullish(),
  city: text({ min: 2, tooShort: words('City is required'), max: 100, tooLong: words('City is too long') }),
  contactName: personName({
    min: 2,
    tooShort: words('Contact name is required'),
    max: 100,
    tooLong: words('Contact name is too long'),
  }),
  contactEmail: Email,
  contactPhone: ContactPhone.nullish(),
  pickupAddress: text({
    min: 5,
    tooShort: words('Pickup address is required'),
    max: 300,
    tooLong: words('Pickup address is too long'),
    lines: true,
  }),
  latitude: degrees(90, words('Latitude must be between -90 and 90')),
  longitude: degrees(180, words('Longitude must be between -180 and 180')),
  weightLbs: z.preprocess((value) => (value === '' ? null : value), WeightLbs.nullish()),
  deliveryOption: DeliveryOption.default(ATTRIBUTES.deliveryOption.starts),
  /** Keys of recalls with which the seller has compared its label. */
  recallsCompared: z.array(z.string().max(100)).max(20).optional(),
  photos: z
    .array(PhotoUrl, words('At least one photo is required'))
    .min(1, words('At least one photo is required'))
    .max(MAX_PHOTOS, words('Maximum 5 photos allowed')),
}
const ageOnlyForBabyClothes = (listing: { ageSize?: unknown; category?: string }) =>
  listing.ageSize == null || listing.category === undefined || listing.category === ATTRIBUTES.ageSize.ofCategory
/** Zod takes the words out of what it is given: it gets a copy. */
export const ageRule = { path: ['ageSize'], message: words('Age/size applies only to baby clothes') }

interface Span {
  ageSize?: string | null | undefined
  sizeTo?: string | null | undefined
  bagCount?: number | null | undefined
}
/** Several sizes are those of a bag, from one to a larger one. */
export const isSpan = ({ ageSize, sizeTo, bagCount }: Span): boolean =>
  sizeTo == null || (bagCount != null && ageSize != null && sizesBetween(ageSize, sizeTo) !== undefined)
export const spanRule = { path: ['sizeTo'], message: words('Only a bag has several sizes, from one to a larger one') }

/** How long a draw stays open, in hours. */
const DRAW_HOURS = { least: 6, most: 48 }
const DrawTerms = z.strictObject({
  hours: z
    .number()
    .int(words('Give whole hours'))
    .min(DRAW_HOURS.least, words('A draw is open for {minimum} hours at least'))
    .max(DRAW_HOURS.most, words('A draw is open for {maximum} hours at most')),
})

export const CreateListingBody = z
  .strictObject({
    ...listingFields,
    tokenPrice: TokenPrice.optional(),
    status: z.literal('available').optional(),
    /** A draw says who may buy it, after so many hours; without it, whoever comes first. */
    draw: DrawTerms.optional(),
  })
  .refine(ageOnlyForBabyClothes, { ...ageRule })
  .refine(isSpan, { ...spanRule })
export type CreateListingBody = z.infer<typeof CreateListingBody>

/** Only the fields that change; `status` withdraws or relists. */
export const UpdateListingBody = z
  .strictObject({ ...listingFields, deliveryOption: DeliveryOption, tokenPrice: TokenPrice })
  .partial()
  .extend({ status: z.enum(['available', 'withdrawn']).optional() })
  .refine(ageOnlyForBabyClothes, { ...ageRule })
export type UpdateListingBody = z.infer<typeof UpdateListingBody>

export const SORTS = ['newest', 'nearest', 'cheapest'] as const
export type Sort = (typeof SORTS)[number]
const MAX_WITHIN_KM = 50

/** `45.52,-122.68` as numbers; null where it is no place on earth. */
export function readNear(near: string): { latitude: number; longitude: number } | null {
  const [, north, east] = /^(-?\d{1,2}(?:\.\d{1,9})?),(-?\d{1,3}(?:\.\d{1,9})?)$/.exec(near) ?? []
  const point = { latitude: Number(north), longitude: Number(east) }
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null
}

/** What a listing must be to be found; everything that is given must hold. */
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
  /** How many can be had of each category that has any. */
  available: z.record(Category, z.number().int()),
})
export type ImpactStats = z.infer<typeof ImpactStats>

export const itemParams = z.strictObject({ id: z.uuid() })

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
      tooLong: words('That is too long for a place'),
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
export const myListings = endpoint({
  method: 'GET',
  path: '/api/items/user/me',
  summary: "The signed-in member's listings, newest first, withdrawn ones included; Link tells where the next page is.",
  access: 'member',
  query: PlaceQuery,
  response: z.array(Listing),
})
export const OwnFigures = z.object({
  posted: z.number().int(),
  available: z.number().int(),
  claimed: z.number().int(),
  /** What the claimed ones weigh together. */
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
export const listFavourites = endpoint({
  method: 'GET',
  path: '/api/items/favourites',
  summary: "The signed-in member's favourites, the latest added first: 200 at most.",
  access: 'member',
  response: z.array(ListingCard),
})
export const listOutgrown = endpoint({
  method: 'GET',
  path: '/api/items/outgrown',
  summary: 'What the signed-in member has taken over and their youngest child has outgrown by two sizes: 12 at most.',
  access: 'member',
  response: z.array(ListingCard),
})
export const addFavourite = endpoint({
  method: 'PUT',
  path: '/api/items/:id/favourite',
  summary: 'Keeps a listing of somebody else among the favourites; its seller sees a number, no names.',
  access: 'member',
  startsNew: true,
  changes: 'The listing is among the favourites, and its seller sees one more.',
  params: itemParams,
  status: 204,
  errors: {
    403: [CATALOG_CODES.OWN_LISTING],
    404: [CATALOG_CODES.LISTING_NOT_FOUND],
    409: [CATALOG_CODES.FAVOURITES_FULL],
  },
})
export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/api/items/:id/favourite',
  summary: 'Takes a listing out of the favourites; twice is once.',
  access: 'member',
  startsNew: false,
  changes: 'The listing is not among the favourites any more.',
  params: itemParams,
  status: 204,
})
export const getListing = endpoint({
  method: 'GET',
  path: '/api/items/:id',
  summary: 'One listing; address and contact only for its owner and its paid buyer.',
  access: 'public',
  params: itemParams,
  response: Listing,
  errors: { 404: [CATALOG_CODES.LISTING_NOT_FOUND] },
})
export const createListing = endpoint({
  method: 'POST',
  path: '/api/items',
  summary: 'Posts a listing at its category price, or for less.',
  access: 'member',
  startsNew: true,
  changes:
    'A listing, its photos bound to it; neighbours whose searches it fits are told. It may earn the bonus for a first listing.',
  body: CreateListingBody,
  response: Listing,
  status: 201,
  errors: {
    400: [CATALOG_CODES.PRICE_TOO_HIGH, CATALOG_CODES.UNKNOWN_CATEGORY, RECALL_CODES.BANNED_TYPE],
    403: [CATALOG_CODES.PHOTO_NOT_YOURS],
    409: [CATALOG_CODES.PHOTO_IN_USE, CATALOG_CODES.UNKNOWN_CATEGORY, RECALL_CODES.COMPARE_LABEL],
  },
})
export const updateListing = endpoint({
  method: 'PATCH',
  path: '/api/items/:id',
  summary: 'Edits, withdraws or relists an own listing that is available or withdrawn.',
  access: 'member',
  startsNew: false,
  who: "The listing's owner.",
  changes: 'The fields that are sent; a lower price or a return is told to those who saved it.',
  params: itemParams,
  body: UpdateListingBody,
  response: Listing,
  errors: {
    400: [CATALOG_CODES.PRICE_TOO_HIGH, CATALOG_CODES.UNKNOWN_CATEGORY, RECALL_CODES.BANNED_TYPE],
    403: [CATALOG_CODES.NOT_THE_OWNER, CATALOG_CODES.PHOTO_NOT_YOURS],
    404: [CATALOG_CODES.LISTING_NOT_FOUND],
    409: [
      CATALOG_CODES.LISTING_NOT_AVAILABLE,
      CATALOG_CODES.LISTING_IN_DRAW,
      CATALOG_CODES.PHOTO_IN_USE,
      CATALOG_CODES.UNKNOWN_CATEGORY,
      RECALL_CODES.COMPARE_LABEL,
    ],
  },
})
const notOwnOrGone = {
  403: [CATALOG_CODES.NOT_THE_OWNER],
  404: [CATALOG_CODES.LISTING_NOT_FOUND],
  409: [CATALOG_CODES.LISTING_NOT_AVAILABLE],
}
export const deleteListing = endpoint({
  method: 'DELETE',
  path: '/api/items/:id',
  summary: 'Deletes an own listing that is available or withdrawn.',
  access: 'member',
  startsNew: false,
  who: "The listing's owner.",
  changes: 'The listing, its photos and its conversations are gone.',
  params: itemParams,
  status: 204,
  errors: notOwnOrGone,
})
export const claimListing = endpoint({
  method: 'PATCH',
  path: '/api/items/:id/claim',
  summary: 'Marks an own available listing as given away outside the site: no buyer, no tokens.',
  access: 'member',
  startsNew: false,
  who: "The listing's owner.",
  changes: 'The status becomes `claimed`. No tokens move.',
  params: itemParams,
  body: z.strictObject({}),
  response: Listing,
  errors: notOwnOrGone,
})
const UploadedPhotos = z.object({ urls: z.array(z.string()) })
export const photoForm = (most: number) => z.strictObject({ photos: z.array(z.file()).min(1).max(most) })
export const uploadErrors = {
  400: [CATALOG_CODES.BAD_UPLOAD, CATALOG_CODES.TOO_MANY_PHOTOS],
  413: [CATALOG_CODES.TOO_LARGE],
  415: [CATALOG_CODES.UNSUPPORTED_IMAGE],
  422: [CATALOG_CODES.UNREADABLE_IMAGE],
  429: [CATALOG_CODES.DAILY_LIMIT],
}
export const uploadPhotos = endpoint({
  method: 'POST',
  path: '/api/upload',
  summary: 'Takes 1 to 5 photos (multipart field `photos`) and answers their addresses.',
  access: 'member',
  startsNew: false,
  changes:
    'The photos are stored, turned upright and without metadata. Those that no listing takes are removed after a day.',
  kind: 'multipart',
  body: photoForm(MAX_PHOTOS),
  response: UploadedPhotos,
  errors: uploadErrors,
})
export const setPicture = endpoint({
  method: 'POST',
  path: '/api/users/me/picture',
  summary: "Takes a photo as the member's own picture.",
  access: 'member',
  startsNew: false,
  changes: "The member's picture; the one before is removed.",
  kind: 'multipart',
  body: photoForm(1),
  response: z.object({ profileImageUrl: z.string() }),
  errors: uploadErrors,
})
export const removePicture = endpoint({
  method: 'DELETE',
  path: '/api/users/me/picture',
  summary: "Removes the member's own picture.",
  access: 'member',
  startsNew: false,
  changes: "The member's picture is gone.",
  status: 204,
})
export const uploadBatch = endpoint({
  method: 'POST',
  path: '/api/upload-batch',
  summary: 'Takes 1 to 10 photos (multipart field `photos`), 90 MB together.',
  access: 'member',
  startsNew: true,
  changes:
    'The photos are stored, turned upright and without metadata. Those that no listing takes are removed after a day.',
  kind: 'multipart',
  body: photoForm(MAX_BATCH_PHOTOS),
  response: UploadedPhotos,
  errors: uploadErrors,
})
export const hideInPhoto = endpoint({
  method: 'POST',
  path: '/api/upload/hidden',
  summary:
    'Stores a photo (multipart field `photos`) with parts of it hidden for good: pixelated, then blurred, before any size of it is made, with nothing left of what was there. `of` is its own upload as it was; that one is erased when a listing shows the new one.',
  access: 'member',
  startsNew: false,
  who: 'The member who uploaded the photo.',
  changes: 'One more photo is stored; the first stays until the new one is shown.',
  kind: 'multipart',
  query: z.strictObject({
    of: PhotoUrl,
    /** 1 to 20 areas `LEFT,TOP,WIDTH,HEIGHT`, from 0 to 1 of the picture, with `;` between them; clipped to the picture. */
    areas: z
      .string()
      .max(2000, words('At most {maximum} characters'))
      .refine((areas) => readAreas(areas) !== null, words('Draw 1 to 20 boxes, each over the picture')),
  }),
  body: photoForm(1),
  response: UploadedPhotos,
  errors: { ...uploadErrors, 403: [CATALOG_CODES.PHOTO_NOT_YOURS] },
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
