import { z } from 'zod'
import { endpoint } from '../../platform/endpoint.ts'
import { PageQuery } from '../../platform/page.ts'
import { KINDS } from './constants.ts'

export const Kind = z.enum(KINDS)
export type Kind = z.infer<typeof Kind>

/** What the market has told a member. */
export const Notice = z.object({
  id: z.uuid(),
  kind: Kind,
  title: z.string(),
  body: z.string(),
  /** Where on this site to look. */
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
  body: z.strictObject({ ids: z.array(z.uuid()).max(200).optional() }),
  status: 204,
})
