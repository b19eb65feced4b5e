import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { LANGUAGES, words } from '../../../platform/language/words.ts'
import { personName } from '../../../platform/text/person-name.ts'
import { shown, text, trimmed } from '../../../platform/text/text.ts'
import { AGE_RANGES } from '../constants.ts'

export const AgeRange = z.enum(AGE_RANGES)
export type AgeRange = z.infer<typeof AgeRange>

export const IDENTITY_CODES = {
  CODE_INVALID: 'CODE_INVALID',
  CODE_EXPIRED: 'CODE_EXPIRED',
  FRESH_CODE_NEEDED: 'FRESH_CODE_NEEDED',
  PASSKEY_INVALID: 'PASSKEY_INVALID',
  PASSKEYS_FULL: 'PASSKEYS_FULL',
  BLOCKS_FULL: 'BLOCKS_FULL',
  DEMO_OFF: 'DEMO_OFF',
  BLOCKED: 'BLOCKED',
  OWN_ACCOUNT: 'OWN_ACCOUNT',
  MEMBER_GONE: 'MEMBER_GONE',
  LAST_ADMIN: 'LAST_ADMIN',
  SUSPENDED: 'SUSPENDED',
  ALREADY_SUSPENDED: 'ALREADY_SUSPENDED',
  NOT_SUSPENDED: 'NOT_SUSPENDED',
} as const

/** The signed-in member as only they themselves see it. Token amounts are decimal strings. */
export const User = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  tokens: z.string(),
  tokensInEscrow: z.string(),
  isAdmin: z.boolean(),
  defaultCity: z.string().nullable(),
  defaultContactName: z.string().nullable(),
  defaultContactEmail: z.string().nullable(),
  defaultContactPhone: z.string().nullable(),
  defaultPickupAddress: z.string().nullable(),
  defaultLatitude: z.number().nullable(),
  defaultLongitude: z.number().nullable(),
  referralCode: z.string(),
  referredBy: z.uuid().nullable(),
  firstListingAt: z.iso.datetime().nullable(),
  firstSaleAt: z.iso.datetime().nullable(),
  hasBoughtOnce: z.boolean(),
  hasSoldOnce: z.boolean(),
  currentStreak: z.number().int(),
  lastActivityMonth: z.string().nullable(),
  childrenAges: z.array(AgeRange),
  /** The months in which their children were born, as `2025-03`. */
  childrenBorn: z.array(z.string()),
  /** The youngest of them: months of age, and the size it wears; null without one, or where it wears none of them. */
  youngest: z.object({ months: z.number().int(), wears: AgeRange.nullable() }).nullable(),
  /** The next size of the youngest of them; null where that is long off, or none of the sizes. */
  nextSize: AgeRange.nullable(),
  /**
   * The language of the market's mails and pages for them; null while they have chosen none, so that the browser says
   * it.
   */
  language: z.enum(LANGUAGES).nullable(),
  /** Their suspension: they may start nothing new until then (null: for good); null for almost everybody. */
  suspension: z.object({ until: z.iso.datetime().nullable(), reason: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

const NO_EMAIL = words('Valid email is required')
export const Email = trimmed(254, NO_EMAIL, NO_EMAIL).toLowerCase().check(z.email(NO_EMAIL))

export const FirstName = personName({
  min: 1,
  tooShort: words('First name is required'),
  max: 100,
  tooLong: words('First name is too long'),
})
/** Only those who have bought from or sold to a member see it: whoever gives none needs none. */
export const LastName = personName({
  min: 0,
  tooShort: words('Last name is required'),
  max: 100,
  tooLong: words('Last name is too long'),
})

export const UpdateNameBody = z.strictObject({ firstName: FirstName, lastName: LastName.optional() })
const City = text({ min: 2, tooShort: words('City is required'), max: 100, tooLong: words('City is too long') })
/** At least one of the name, the language and the city. */
export const UpdateMeBody = z
  .strictObject({
    ...UpdateNameBody.partial().shape,
    language: z.enum(LANGUAGES).nullable().optional(),
    defaultCity: City.optional(),
  })
  .refine((body) => [body.firstName, body.language, body.defaultCity].some((value) => value !== undefined), {
    path: ['firstName'],
    message: 'First name is required',
  })

/** Numbers pasted from an address book bring marks along that nobody sees. */
export const ContactPhone = trimmed(40, words('Phone number is too long')).overwrite(shown)
/** Degrees, as a number or as text, as forms and geocoders give them; an empty text means "not known". */
export const degrees = (max: number, message?: string) =>
  z.preprocess((value) => {
    if (value === '') return null
    return typeof value === 'string' && /^\s*-?\d{1,3}(\.\d{1,20})?\s*$/.test(value) ? Number(value) : value
  }, z.number(message).min(-max, message).max(max, message).nullish())

export const UpdateDefaultsBody = z
  .strictObject({
    defaultCity: City,
    defaultPickupAddress: text({
      min: 5,
      tooShort: words('Pickup address is required'),
      max: 300,
      tooLong: words('Pickup address is too long'),
      lines: true,
    }),
    defaultContactName: personName({
      min: 2,
      tooShort: words('Contact name is required'),
      max: 100,
      tooLong: words('Contact name is too long'),
    }),
    defaultContactEmail: Email,
    defaultContactPhone: ContactPhone.nullish(),
    defaultLatitude: degrees(90),
    defaultLongitude: degrees(180),
  })
  .refine(({ defaultLatitude, defaultLongitude }) => (defaultLatitude == null) === (defaultLongitude == null), {
    path: ['defaultLatitude'],
    message: words('Latitude and longitude belong together'),
  })
export type UpdateDefaultsBody = z.infer<typeof UpdateDefaultsBody>

export const UpdateChildrenAgesBody = z.strictObject({
  childrenAges: z
    .array(AgeRange)
    .max(AGE_RANGES.length)
    .refine((ages) => new Set(ages).size === ages.length, words('Each age range can be chosen once')),
})

export const MAX_CHILDREN = 20
export const UpdateChildrenBornBody = z.strictObject({
  childrenBorn: z
    .array(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, words('Give a month as YYYY-MM')))
    .max(MAX_CHILDREN)
    .refine((months) => new Set(months).size === months.length, words('You can add each month only once')),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'The signed-in member, or 401.',
  access: 'member',
  response: User,
})
export const updateMe = endpoint({
  method: 'PATCH',
  path: '/api/users/me',
  summary:
    "Sets the member's first and last name, the language that the market speaks with them, and the city near which they look.",
  access: 'member',
  startsNew: false,
  changes:
    'First and last name, everywhere they are shown; the language of pages, mails and pushes; city and its place.',
  body: UpdateMeBody,
  response: User,
})
export const updateDefaults = endpoint({
  method: 'PATCH',
  path: '/api/users/me/defaults',
  summary: 'Sets the default location and contact details for new listings.',
  access: 'member',
  startsNew: false,
  changes: 'What new listings are filled in with.',
  body: UpdateDefaultsBody,
  response: User,
})
export const updateChildrenAges = endpoint({
  method: 'PATCH',
  path: '/api/users/me/children-ages',
  summary: "Sets the age ranges of the member's children.",
  access: 'member',
  startsNew: false,
  changes: 'The list of age ranges.',
  body: UpdateChildrenAgesBody,
  response: User,
})
export const updateChildrenBorn = endpoint({
  method: 'PATCH',
  path: '/api/users/me/children-born',
  summary:
    "Sets the months of birth of the member's children, which nobody else is told; none is 18 years ago or more.",
  access: 'member',
  startsNew: false,
  changes: 'The list of months.',
  body: UpdateChildrenBornBody,
  response: User,
})

const memberParams = z.strictObject({ id: z.uuid() })
export const BlockedMember = z.object({
  id: z.uuid(),
  firstName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  blockedAt: z.iso.datetime(),
})
export type BlockedMember = z.infer<typeof BlockedMember>

export const listBlocks = endpoint({
  method: 'GET',
  path: '/api/users/me/blocks',
  summary: 'Whom the member has blocked, latest first; 200 at most.',
  access: 'member',
  response: z.array(BlockedMember),
})
export const blockMember = endpoint({
  method: 'POST',
  path: '/api/members/:id/block',
  summary: 'Blocks a member: no messages and no purchases between the two from now on.',
  access: 'member',
  startsNew: false,
  changes: 'Neither can write to or buy from the other. The other member is not told; trades that are open go on.',
  params: memberParams,
  body: z.strictObject({}),
  status: 204,
  errors: { 409: [IDENTITY_CODES.OWN_ACCOUNT, IDENTITY_CODES.BLOCKS_FULL] },
})
export const unblockMember = endpoint({
  method: 'DELETE',
  path: '/api/members/:id/block',
  summary: 'Takes back the own block of a member.',
  access: 'member',
  startsNew: false,
  changes: 'Both can write to and buy from each other again.',
  params: memberParams,
  status: 204,
})
