import { z } from 'zod'
import { endpoint } from '../../platform/endpoint.ts'
import { PageQuery } from '../../platform/page.ts'
import { words } from '../../platform/language/words.ts'
import { CHOSEN_KINDS, KINDS, MAIL_CHOICES } from './constants.ts'

export const Kind = z.enum(KINDS)
export type Kind = z.infer<typeof Kind>
export type ChosenKind = (typeof CHOSEN_KINDS)[number]

export const Notice = z.object({
  id: z.uuid(),
  kind: Kind,
  title: z.string(),
  body: z.string(),
  /** The address of a small picture of the listing that it is about. */
  picture: z.string().nullable(),
  /** The listing's size, distance and price, as far as they are known: `2T-3T · about 1 mi away · 3 tokens`. */
  details: z.string().nullable(),
  /** The page of this site to look at. */
  path: z.string().nullable(),
  /** The words on the button that leads there. */
  button: z.string().nullable(),
  readAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type Notice = z.infer<typeof Notice>

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'What the market has told the signed-in member, latest first; Link tells where the next page is.',
  access: 'member',
  query: PageQuery,
  response: z.array(Notice),
})
export const countUnreadNotices = endpoint({
  method: 'GET',
  path: '/api/notifications/unread-count',
  summary: 'How many notices the signed-in member has not read.',
  access: 'member',
  response: z.object({ count: z.number().int() }),
})
export const readNotices = endpoint({
  method: 'PATCH',
  path: '/api/notifications/read',
  summary: 'Marks notices of the signed-in member as read: those with the ids, or all.',
  access: 'member',
  startsNew: false,
  changes: 'The notices are read, on every device.',
  body: z.strictObject({ ids: z.array(z.uuid()).max(200).optional() }),
  status: 204,
})

/** The setting of one browser for pushes while the site is closed. */
export const PushDevice = z.object({
  /** Whether what it shows, maybe on a locked screen, names people and things; else it is fixed words of ours. */
  showsDetails: z.boolean(),
})
export type PushDevice = z.infer<typeof PushDevice>
const base64url = (characters: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${characters}}={0,2}$`), words('This is not a key'))
/** The subscription that a browser's PushManager gives, and the member's wish. */
export const SubscribeBody = z.strictObject({
  endpoint: z.string().max(1000),
  keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
  showsDetails: z.boolean().default(false),
})
export type SubscribeBody = z.infer<typeof SubscribeBody>

/** The JSON of a push message, once the browser has decrypted it. */
export interface PushPayload {
  /** Fixed words of ours, and at most a number. */
  title: string
  /** Plain text; empty unless the browser shows details. */
  body: string
  /** The page of this site to look at; begins with one slash. */
  path: string
  /** The address of a small picture on this site; left out where the browser shows no details. */
  picture?: string
  /** Names the notice: another of the same tag takes its place on the screen. */
  tag: string
}

export const getPush = endpoint({
  method: 'GET',
  path: '/api/notifications/push',
  summary: 'The key that a browser subscribes with, and how the browser that asks is told; null when it is not.',
  access: 'member',
  response: z.object({ publicKey: z.string(), device: PushDevice.nullable() }),
})
export const subscribeToPush = endpoint({
  method: 'POST',
  path: '/api/notifications/push',
  summary: 'Tells this browser while the site is closed, until it is signed out.',
  access: 'member',
  startsNew: false,
  changes: 'This session gets pushes.',
  body: SubscribeBody,
  status: 204,
})
export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: '/api/notifications/push',
  summary: 'Ends that this browser is told while the site is closed.',
  access: 'member',
  startsNew: false,
  changes: 'This session gets no more pushes.',
  status: 204,
})

/** The ways in which a member wants to get notices of one kind. */
export const Choice = z.strictObject({ site: z.boolean(), push: z.boolean(), mail: z.enum(MAIL_CHOICES) })
export type Choice = z.infer<typeof Choice>
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, words('Please give a time such as 22:00'))
export const QuietHours = z.strictObject({ begins: time, ends: time }).refine(({ begins, ends }) => begins !== ends, {
  path: ['ends'],
  message: words('Quiet hours need a start and an end'),
})
export type QuietHours = z.infer<typeof QuietHours>

export const Preferences = z.object({
  kinds: z.record(z.enum(CHOSEN_KINDS), Choice),
  /** The hours in which no mail comes but that about the account, by the clock of `timeZone`. */
  quietHours: QuietHours.nullable(),
  timeZone: z.string(),
})
export type Preferences = z.infer<typeof Preferences>
export const ChangePreferencesBody = z.strictObject({
  kinds: z.partialRecord(z.enum(CHOSEN_KINDS), Choice.partial()).optional(),
  quietHours: QuietHours.nullish(),
})
export type ChangePreferencesBody = z.infer<typeof ChangePreferencesBody>

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/notifications/preferences',
  summary: 'How the member wants to be told, by kind and channel, and when not.',
  access: 'member',
  response: Preferences,
})
export const changePreferences = endpoint({
  method: 'PATCH',
  path: '/api/notifications/preferences',
  summary: 'Chooses how the member wants to be told; what is left out stays.',
  access: 'member',
  startsNew: false,
  changes: 'The choices that are sent.',
  body: ChangePreferencesBody,
  response: Preferences,
})
