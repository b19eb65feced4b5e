import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { PageQuery } from '../../../platform/page.ts'
import { Appeal } from '../appeals/contract.ts'
import { WAIT_KINDS } from '../constants.ts'
import { ADMIN_CODES, Person } from '../desk/contract.ts'
import { Dispute } from '../disputes/contract.ts'
import { Alarm, FailedJob, OpenAlarm, Storm } from '../overview/contract.ts'
import { Report } from '../reports/contract.ts'

/** The admin who is on it, and until when. */
export const Taken = z.object({ by: Person, until: z.iso.datetime() })
export type Taken = z.infer<typeof Taken>

/** As the desk names what waits: `listing:<id>` and the like for what was reported, `purchase:<id>`, `appeal:<id>`, `alarm:…`. */
const subjectParams = z.strictObject({
  subject: z
    .string()
    .max(200)
    .regex(/^[a-z]+:[\w:.-]+$/, words('There is nothing of that name on the desk')),
})

const About = z.discriminatedUnion('is', [
  z.object({ is: z.literal('report'), report: Report }),
  z.object({ is: z.literal('dispute'), dispute: Dispute }),
  z.object({ is: z.literal('appeal'), appeal: Appeal }),
  z.object({ is: z.literal('alarm'), alarm: OpenAlarm }),
  z.object({ is: z.literal('storm'), storm: Storm }),
  /** An alarm that the operators settle, by a command. */
  z.object({ is: z.literal('market'), alarm: Alarm, failedJobs: z.array(FailedJob) }),
])
/** Something that waits for a person, with what is needed to settle it. */
export const Work = z.object({
  /** Its name on the desk, by which it is taken. */
  id: z.string(),
  kind: z.enum(WAIT_KINDS),
  /** The time until which an admin should settle it; of what the operators settle, since when it waits. Null where nobody notes that. */
  deadline: z.iso.datetime().nullable(),
  isOverdue: z.boolean(),
  taken: Taken.nullable(),
  about: About,
})
export type Work = z.infer<typeof Work>

export const listWork = endpoint({
  method: 'GET',
  path: '/api/admin/work',
  summary:
    'All that waits for a person, as the overview counts it: the earliest deadline first, and last what has none. Reports of ' +
    'the same are one, and so is a storm. Link tells where the next page is.',
  access: 'admin',
  changes: 'The log says who has read messages of members, once an hour.',
  query: PageQuery.extend({
    cursor: z
      .string()
      .max(220)
      .regex(/^\d{16}_[a-z]+:/, words('Unknown page'))
      .optional(),
    kind: z.enum(WAIT_KINDS).optional(),
  }),
  response: z.array(Work),
})
export const takeWork = endpoint({
  method: 'PUT',
  path: '/api/admin/taken/:subject',
  summary: 'Says for half an hour that the caller is on it; whoever is on it already renews that.',
  access: 'admin',
  changes: 'The other admins see who is on it. Everybody can still decide.',
  params: subjectParams,
  body: z.strictObject({}),
  response: Taken,
  errors: { 409: [ADMIN_CODES.TAKEN, ADMIN_CODES.OWN_SUBJECT] },
})
export const letGo = endpoint({
  method: 'DELETE',
  path: '/api/admin/taken/:subject',
  summary: 'Lets go of what the caller is on.',
  access: 'admin',
  changes: 'The others can take it.',
  params: subjectParams,
  status: 204,
})
