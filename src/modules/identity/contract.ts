import { z } from 'zod'
import { endpoint } from '../../platform/endpoint.ts'
import { SITE_PAGES, UNITS } from '../../platform/site/look.ts'
import { LANGUAGES } from '../../platform/language/words.ts'
import { personName } from '../../platform/text/person-name.ts'
import { shown, text, trimmed } from '../../platform/text/text.ts'
import { words } from '../../platform/language/words.ts'
import { AGE_RANGES } from './constants.ts'

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

/** What the sign-in screen says for `/api/login?error=…`; an unknown value means `failed`. */
export const SIGN_IN_ERRORS = {
  cancelled: 'Sign-in was cancelled. You can try again, or use a code.',
  unverified: words('Your e-mail address is not verified there yet. Verify it first, or use a code.'),
  known: words(
    'There is an account with your address already. Please use a code; then connect the two in Account Settings.',
  ),
  another: words('Your account is connected with another sign-in there already. Please use that one, or a code.'),
  expired: words('That took too long, or was started in another browser. Please try again.'),
  away: words('The sign-in service is not reachable right now. Please try again later, or use a code.'),
  failed: 'Sign-in did not work. Please try again, or use a code.',
} as const
export type SignInError = keyof typeof SIGN_IN_ERRORS

/** Where to go on after signing in: `value` when it is a page's path on this site, else `/`. */
export function safeReturnTo(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, 'http://site')) return '/'
  const { origin, pathname, search, hash } = new URL(value, 'http://site')
  // `/.//elsewhere` is normalized to `//elsewhere`, which a browser reads as another host.
  const here = origin === 'http://site' && !pathname.startsWith('//')
  // Under /api there are calls, which do something; going there must not be part of signing in.
  return here && pathname !== '/api' && !pathname.startsWith('/api/') ? pathname + search + hash : '/'
}

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
  /** What the youngest of them wears next; null where that is long off, or none of the sizes. */
  nextSize: AgeRange.nullable(),
  /** What the market speaks with them; null while they have chosen none, so that the browser says it. */
  language: z.enum(LANGUAGES).nullable(),
  /** Until when they may start nothing new (null: for good), and why; null for almost everybody. */
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

const RequestCodeBody = z.strictObject({ email: Email })
export const SignInBody = z.strictObject({
  email: Email,
  code: trimmed(40).regex(/^(\d{6}|\d{8})$/, words('Enter the digits of the code')),
  firstName: FirstName.optional(),
  lastName: LastName.optional(),
  referralCode: trimmed(40).optional(),
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
    .refine((months) => new Set(months).size === months.length, words('Each month can be given once')),
})

/** What the site needs to know about itself before anybody has signed in. */
export const Site = z.object({
  name: z.string(),
  /** The market's own, in its own words; null is the product's, in each language. */
  tagline: z.string().nullable(),
  place: z.string().nullable(),
  contact: z.string().nullable(),
  /** False until the first admin has answered what the site is to be, or put it aside. */
  setUp: z.boolean(),
  /** Path of a photo of the neighbourhood. */
  photo: z.string().nullable(),
  /** The pages that say something: `/terms`, `/privacy`, `/imprint`. */
  pages: z.array(z.enum(SITE_PAGES)),
  /** By ISO 4217, in small letters. */
  currency: z.string(),
  /** What weights and distances are shown in; the API has pounds and kilometres. */
  units: z.enum(UNITS),
  /** What the card pays for orders that begin now, in the currency's smallest unit: once, and for each thing. */
  cardFee: z.object({ orderCents: z.int(), itemCents: z.int() }),
  demo: z.boolean(),
  /** What is simulated in this installation, each a short phrase for the footer. */
  simulated: z.array(z.string()),
  /** Who suggests a listing from its photos: an AI, the built-in analyser, or nobody; then the forms begin with their fields. */
  photoAnalysis: z.enum(['ai', 'offline', 'none']),
  onScreenCodes: z.boolean(),
  /** By whose clock appointments and deadlines are: a name such as Europe/Vienna. */
  timeZone: z.string(),
  /** Whether a code can be had at all (mail or screen). */
  codes: z.boolean(),
  /** Host name of the OpenID Connect provider, where there is one. */
  oidc: z.string().nullable(),
  demoMembers: z.array(
    z.object({ id: z.uuid(), name: z.string(), note: z.string(), profileImageUrl: z.string().nullable() }),
  ),
})
export type Site = z.infer<typeof Site>

export const getUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'The signed-in member, or 401.',
  access: 'member',
  response: User,
})
export const SentCode = z.object({
  sent: z.literal(true),
  /** Where no mail is sent. */
  code: z.string().optional(),
  /** Six when left out; eight while somebody is guessing at this mailbox. */
  digits: z.literal(8).optional(),
})
export type SentCode = z.infer<typeof SentCode>
export const requestCode = endpoint({
  method: 'POST',
  path: '/api/auth/code',
  summary: 'Sends a sign-in code of six digits to an address; the answer never tells whether it has an account.',
  access: 'public',
  changes: 'A code is mailed, and the one before stops working.',
  body: RequestCodeBody,
  response: SentCode,
  status: 202,
})
export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/session',
  summary: 'Signs in with a code; a new address becomes a member.',
  access: 'public',
  changes: 'A new session; for a new address a member with the welcome bonus.',
  body: SignInBody,
  response: User,
  errors: { 400: [IDENTITY_CODES.CODE_INVALID, IDENTITY_CODES.CODE_EXPIRED] },
})
export const signInAsDemoMember = endpoint({
  method: 'POST',
  path: '/api/auth/demo',
  summary: 'Signs in as a member of the demo neighbourhood; only where the demo is on.',
  access: 'public',
  changes: 'A new session.',
  body: z.strictObject({ memberId: z.uuid() }),
  response: User,
  errors: { 403: [IDENTITY_CODES.DEMO_OFF], 404: [] },
})
export const getSite = endpoint({
  method: 'GET',
  path: '/api/site',
  summary: 'What the site is called, how it counts, which ways to sign in there are, and what is simulated.',
  access: 'public',
  response: Site,
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

/** Where the member is signed in. */
export const Session = z.object({
  id: z.string(),
  /** Such as 'Firefox on Windows'. */
  device: z.string(),
  startedAt: z.iso.datetime().nullable(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/users/me/sessions',
  summary: 'Where the member is signed in, latest first; 100 at most.',
  access: 'member',
  response: z.array(Session),
})
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions/:id',
  summary: 'Signs the member out on one device.',
  access: 'member',
  startsNew: false,
  who: 'The member whose session it is.',
  changes: 'That device is signed out.',
  params: z.strictObject({ id: z.string().regex(/^[0-9a-f]{64}$/) }),
  status: 204,
})
export const endSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions',
  summary:
    'Signs the member out everywhere, here too, and removes passkeys, the calendar address and all remembered browsers.',
  access: 'member',
  startsNew: false,
  changes: 'All devices are signed out.',
  status: 204,
})

/** A member's passkey; `device` is where it was made. */
export const Passkey = z.object({
  id: z.uuid(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** What goes to the browser's own function for passkeys, and what comes from it (WebAuthn, as JSON). */
const PasskeyOptions = z.looseObject({ challenge: z.string() })
const PasskeyCredential = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
})
const credentialBody = z.strictObject({ credential: PasskeyCredential })

export const askForPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options',
  summary: 'What the browser needs to sign in with a passkey.',
  access: 'public',
  changes: 'A challenge in the session, for one use.',
  response: PasskeyOptions,
})
export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  summary: 'Signs in with a passkey.',
  access: 'public',
  changes: 'A new session.',
  body: credentialBody,
  response: User,
  errors: { 400: [IDENTITY_CODES.PASSKEY_INVALID] },
})
export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/users/me/passkeys',
  summary: "The member's passkeys, oldest first.",
  access: 'member',
  response: z.array(Passkey),
})
export const askForNewPasskey = endpoint({
  method: 'POST',
  path: '/api/users/me/passkeys/options',
  summary: 'What the browser needs to make a passkey; within five minutes of signing in by code.',
  access: 'member',
  startsNew: false,
  changes: 'A challenge in the session, for one use.',
  response: PasskeyOptions,
  errors: { 403: [IDENTITY_CODES.FRESH_CODE_NEEDED], 409: [IDENTITY_CODES.PASSKEYS_FULL] },
})
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/users/me/passkeys',
  summary: 'Keeps a passkey that the browser has made.',
  access: 'member',
  startsNew: false,
  changes: 'One passkey more, and the member is told.',
  body: credentialBody,
  response: Passkey,
  status: 201,
  errors: {
    400: [IDENTITY_CODES.PASSKEY_INVALID],
    403: [IDENTITY_CODES.FRESH_CODE_NEEDED],
    409: [IDENTITY_CODES.PASSKEYS_FULL],
  },
})
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/users/me/passkeys/:id',
  summary: 'Removes a passkey.',
  access: 'member',
  startsNew: false,
  who: 'The member whose passkey it is.',
  changes: 'The passkey can no longer sign in.',
  params: z.strictObject({ id: z.uuid() }),
  status: 204,
})
