import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { PlaceQuery } from '../../../platform/page.ts'
import { personName } from '../../../platform/text/person-name.ts'
import { text, trimmed } from '../../../platform/text/text.ts'
import { title } from '../../../platform/text/title.ts'
import { ContactPhone, degrees, Email } from '../../identity/contract.ts'
import { RECALL_CODES } from '../../recalls/contract.ts'
import { ATTRIBUTES, CATEGORIES, type ChoiceOf, CHOSEN, type Chosen, type Optional, OPTIONAL } from '../attributes.ts'
import { CATALOG_CODES } from '../constants.ts'
import { MAX_PHOTOS, PhotoInfo, PhotoUrl } from '../photo/contract.ts'
import { sizesBetween } from '../sizes.ts'

export const BUILT_IN_CATEGORIES = Object.keys(CATEGORIES) as (keyof typeof CATEGORIES)[]
export const LISTING_STATUSES = ['available', 'reserved', 'claimed', 'withdrawn'] as const
export type Choices<A extends Chosen> = z.ZodEnum<{ [V in ChoiceOf<A>]: V }>
/** A form that asks, and got no answer. */
const unanswered = ({ input }: { input?: unknown }) =>
  input === '' || input === null ? words('Please choose one') : undefined
/** The schema of each attribute that has choices. */
export const CHOICES = Object.fromEntries(
  CHOSEN.map((name) => [name, z.enum(Object.keys(ATTRIBUTES[name].choices), { error: unanswered })]),
) as { [A in Chosen]: Choices<A> }
const shownOptional = Object.fromEntries(OPTIONAL.map((name) => [name, CHOICES[name].nullable()])) as {
  [A in Optional]: z.ZodNullable<Choices<A>>
}
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
  /** Things in the bag; null where it is one thing. */
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

/** Fields that a model may draft. */
export const DRAFTED = ['title', 'description', 'condition', 'weightLbs'] as const
export type Drafted = (typeof DRAFTED)[number]

/**
 * A whole listing. The last four fields are there for its owner (and its buyer once paid) only;
 * for everybody else latitude and longitude are the centre of a fixed grid cell of about 1 km.
 */
export const Listing = ListingCard.extend({
  /** Fields that a model has drafted and nobody has changed since. */
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
  bagCount?: unknown
}
/** Several sizes are those of a bag, from one to a larger one. */
export const isSpan = ({ ageSize, sizeTo, bagCount }: Span): boolean =>
  sizeTo == null || (bagCount != null && ageSize != null && sizesBetween(ageSize, sizeTo) !== undefined)
export const spanRule = {
  path: ['sizeTo'],
  message: words('Only a bag can have several sizes, from a smaller to a larger one'),
}

/** The hours for which a draw stays open. */
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

export const itemParams = z.strictObject({ id: z.uuid() })

export const myListings = endpoint({
  method: 'GET',
  path: '/api/items/user/me',
  summary: "The signed-in member's listings, newest first, withdrawn ones included; Link tells where the next page is.",
  access: 'member',
  query: PlaceQuery,
  response: z.array(Listing),
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
