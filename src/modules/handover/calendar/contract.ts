import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { HANDOVER_CODES, time } from '../trade/contract.ts'

const Feed = z.object({ createdAt: time.nullable() })
export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/users/me/calendar',
  summary: "Whether the member's appointments can be read at a secret address, and since when.",
  access: 'member',
  response: Feed,
})
export const openCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/users/me/calendar',
  summary: 'Makes a secret address for the own appointments, told this once; the one before is dead.',
  access: 'member',
  startsNew: false,
  changes: 'A new secret address; the former one stops answering.',
  body: z.strictObject({}),
  response: z.object({ url: z.url(), createdAt: time }),
})
export const closeCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/api/users/me/calendar',
  summary: 'The secret address answers no more.',
  access: 'member',
  startsNew: false,
  changes: 'The address stops answering.',
  status: 204,
})
export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar/:secret',
  summary: 'The appointments of whom the secret is, for a calendar program (RFC 5545); no addresses of homes.',
  access: 'public',
  who: 'Whoever has the secret address.',
  kind: 'calendar',
  params: z.strictObject({ secret: z.string().regex(/^[\w-]{43}(\.ics)?$/) }),
  errors: { 404: [HANDOVER_CODES.FEED_NOT_FOUND] },
})
