import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { trimmed } from '../../../platform/text/text.ts'
import { Email, FirstName, IDENTITY_CODES, LastName, User } from '../member/contract.ts'

/** Words of the sign-in screen for `/api/login?error=…`; an unknown value means `failed`. */
export const SIGN_IN_ERRORS = {
  cancelled: 'Sign-in was cancelled. You can try again, or use a code.',
  unverified: words("Your email address isn't verified there yet. Verify it first, or use a code."),
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

const RequestCodeBody = z.strictObject({ email: Email })
export const SignInBody = z.strictObject({
  email: Email,
  code: trimmed(40).regex(/^(\d{6}|\d{8})$/, words('Enter the digits of the code')),
  firstName: FirstName.optional(),
  lastName: LastName.optional(),
  referralCode: trimmed(40).optional(),
})
export const SentCode = z.object({
  sent: z.literal(true),
  /** The code itself, where no mail is sent. */
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

/** JSON for the browser's own function for passkeys, and from it (WebAuthn, as JSON). */
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
