import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { HANDOVER_CODES } from '../../handover/contract.ts'
import { IDENTITY_CODES } from '../../identity/contract.ts'
import { ADMIN_CODES, Reason } from '../contract.ts'

const memberParams = z.strictObject({ id: z.uuid() })

/** A day of the market's calendar, which still belongs to it, or a moment. */
const Until = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  words('Give a day such as 2027-01-31, or nothing for good'),
)

export const Suspension = z.object({ until: z.iso.datetime().nullable(), reason: z.string() })
export type Suspension = z.infer<typeof Suspension>

export const SuspendBody = z.strictObject({
  /** Null: for good. */
  until: Until.nullable(),
  reason: Reason,
  /** The suspension by another admin that the caller has seen, and changes. */
  replaces: z.uuid().optional(),
})
export type SuspendBody = z.infer<typeof SuspendBody>

export const suspendMember = endpoint({
  method: 'PUT',
  path: '/api/admin/members/:id/suspension',
  summary:
    'Suspends a member until a day, or for good, or changes that. They sign in, read and finish what is open, and start ' +
    'nothing new; what another admin has decided meanwhile is a 409, unless `replaces` names it.',
  access: 'admin',
  who: 'Admins, about members who are none.',
  changes: 'What the member offers is hidden meanwhile. They are told until when and why, and can appeal once.',
  params: memberParams,
  body: SuspendBody,
  response: Suspension,
  errors: {
    404: [HANDOVER_CODES.NEIGHBOUR_NOT_FOUND],
    409: [IDENTITY_CODES.ALREADY_SUSPENDED, ADMIN_CODES.OWN_SUBJECT, ADMIN_CODES.TARGET_IS_ADMIN],
  },
})
export const liftSuspension = endpoint({
  method: 'DELETE',
  path: '/api/admin/members/:id/suspension',
  summary: 'Ends a suspension before its time.',
  access: 'admin',
  changes: 'What the member offers is back, and they are told.',
  params: memberParams,
  query: z.strictObject({ reason: Reason.optional() }),
  status: 204,
  errors: { 404: [HANDOVER_CODES.NEIGHBOUR_NOT_FOUND], 409: [IDENTITY_CODES.NOT_SUSPENDED, ADMIN_CODES.OWN_SUBJECT] },
})
