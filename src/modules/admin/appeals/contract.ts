import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { PageQuery } from '../../../platform/page.ts'
import { text } from '../../../platform/text/text.ts'
import { HANDOVER_CODES } from '../../handover/contract.ts'
import { ADMIN_CODES, Person, Reason } from '../desk/contract.ts'

/** Acts of an admin against which somebody may appeal. */
export const ACTS = ['suspended', 'hidden', 'thanks-hidden', 'warned'] as const

const time = z.iso.datetime()
const actionId = z.string().regex(/^\d{1,18}$/, words('There is no such decision'))

const Act = z.object({
  /** Its number in the log. */
  id: actionId,
  act: z.enum(ACTS),
  /** The hidden thing's name; null for a member, and for what is gone. */
  name: z.string().nullable(),
  listingId: z.uuid().nullable(),
  reason: z.string(),
  /** The end of a suspension; null where it is for good. */
  until: time.nullable(),
  decidedAt: time,
})

export const Decision = Act.extend({
  /** Whether it still is as it was decided. */
  inForce: z.boolean(),
  mayAppeal: z.boolean(),
  appeal: z
    .object({
      words: z.string(),
      appealedAt: time,
      decision: z.enum(['keep', 'undo']).nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
})
export type Decision = z.infer<typeof Decision>

export const Appeal = z.object({
  id: z.uuid(),
  about: Act.extend({ member: Person, decidedBy: Person.nullable() }),
  words: z.string(),
  appealedAt: time,
  /** Whether the caller may decide: not about their own decision, where there is another admin. */
  mayDecide: z.boolean(),
  decision: z
    .object({ decision: z.enum(['keep', 'undo']), reason: z.string(), decidedAt: time, by: Person })
    .nullable(),
})
export type Appeal = z.infer<typeof Appeal>

export const listDecisions = endpoint({
  method: 'GET',
  path: '/api/decisions',
  summary: 'What admins have decided about the caller, latest first; the last 50.',
  access: 'member',
  response: z.array(Decision),
})
export const appealAct = endpoint({
  method: 'POST',
  path: '/api/decisions/:id/appeal',
  summary: 'Asks the admins to look at a decision about the caller again; once for each.',
  access: 'member',
  startsNew: false,
  who: 'The member whom it concerns.',
  changes: 'The appeal waits on the desk of the admins; the decision stands meanwhile.',
  params: z.strictObject({ id: actionId }),
  body: z.strictObject({
    words: text({
      min: 3,
      tooShort: words('Please say why it should be decided differently'),
      max: 1000,
      tooLong: words('Please say it in at most 1000 characters'),
      lines: true,
    }),
  }),
  response: Decision,
  status: 201,
  errors: { 404: [HANDOVER_CODES.NOTHING_TO_APPEAL], 409: [ADMIN_CODES.APPEALED] },
})
export const listAppeals = endpoint({
  method: 'GET',
  path: '/api/admin/appeals',
  summary: 'Decided appeals, latest first; Link tells where the next page is. Open ones are in `GET /api/admin/work`.',
  access: 'admin',
  query: PageQuery,
  response: z.array(Appeal),
})
export const decideAppeal = endpoint({
  method: 'POST',
  path: '/api/admin/appeals/:id',
  summary: 'Decides an appeal: the decision stays, or it is undone. It can be undone for a minute; then it is final.',
  access: 'admin',
  who: 'Admins, but not about their own decision where there is another admin.',
  changes: 'What was decided is undone, or stays. The member is told.',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ decision: z.enum(['keep', 'undo']), reason: Reason }),
  response: Appeal,
  errors: {
    403: [HANDOVER_CODES.OTHER_ADMIN_DECIDES],
    404: [ADMIN_CODES.APPEAL_NOT_FOUND],
    409: [ADMIN_CODES.APPEAL_DECIDED, ADMIN_CODES.OWN_SUBJECT],
  },
})
