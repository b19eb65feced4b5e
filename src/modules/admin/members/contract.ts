import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { HANDOVER_CODES } from '../../handover/contract.ts'
import { IDENTITY_CODES } from '../../identity/contract.ts'
import { PurchaseState } from '../../purchasing/contract.ts'
import { text } from '../../../platform/text/text.ts'
import { Decision } from '../appeals/contract.ts'
import { ADMIN_CODES, Person, Reason } from '../desk/contract.ts'

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

const count = z.number().int()
const time = z.iso.datetime()
const Trade = z.object({
  id: z.uuid(),
  side: z.enum(['bought', 'sold']),
  title: z.string(),
  state: PurchaseState,
  at: time,
  other: Person,
})
const ReportInShort = z.object({
  id: z.uuid(),
  kind: z.enum(['listing', 'message', 'member', 'thanks']),
  reason: z.string(),
  details: z.string().nullable(),
  /** The member who reported it, or whom it is about. */
  other: Person,
  createdAt: time,
  decision: z.enum(['dismiss', 'warn', 'hide']).nullable(),
})

/** All that an admin needs to judge a member. Of their phone number the end alone; addresses aren't in it. */
export const MemberFile = Person.extend({
  profileImageUrl: z.string().nullable(),
  city: z.string().nullable(),
  phoneEnds: z.string().nullable(),
  isAdmin: z.boolean(),
  createdAt: time,
  hasLeft: z.boolean(),
  suspension: Suspension.extend({ id: z.uuid(), since: time, by: Person }).nullable(),
  tokens: z.string(),
  tokensInEscrow: z.string(),
  /** Where the tokens came from and went, by type of entry. */
  sources: z.array(z.object({ type: z.string(), amount: z.string() })),
  counts: z.object({ bought: count, sold: count, calledOff: count, reported: count, reportedAbout: count }),
  /** The latest ten of each side. */
  trades: z.array(Trade),
  promises: z.object({ kept: count, of: count }),
  /** The latest twenty each, without those about the caller. */
  reportsAbout: z.array(ReportInShort),
  reportsBy: z.array(ReportInShort),
  decisions: z.array(Decision),
  devices: z.array(z.object({ device: z.string(), startedAt: z.string().nullable() })),
  /** Other members who pay with a card that they have paid with. */
  cardMates: z.array(Person),
  /** The latest fifty. */
  notes: z.array(z.object({ id: z.uuid(), words: z.string(), by: Person, createdAt: time })),
})
export type MemberFile = z.infer<typeof MemberFile>

const ReasonBody = z.strictObject({ reason: Reason })

export const getMember = endpoint({
  method: 'GET',
  path: '/api/admin/members/:id',
  summary: 'Everything about a member that an admin needs to judge them. That it was read stands in the log.',
  access: 'admin',
  changes: 'The log says who has read it, once an hour.',
  params: memberParams,
  response: MemberFile,
  errors: { 404: [HANDOVER_CODES.NEIGHBOUR_NOT_FOUND] },
})
export const noteMember = endpoint({
  method: 'POST',
  path: '/api/admin/members/:id/notes',
  summary: 'Notes something about a member, for admins alone.',
  access: 'admin',
  changes: "One note more; it can't be changed.",
  params: memberParams,
  body: z.strictObject({
    words: text({
      min: 1,
      tooShort: words('Please write something'),
      max: 1000,
      tooLong: words('Please say it in at most 1000 characters'),
      lines: true,
    }),
  }),
  status: 204,
  errors: { 404: [HANDOVER_CODES.NEIGHBOUR_NOT_FOUND] },
})
export const signMemberOut = endpoint({
  method: 'POST',
  path: '/api/admin/members/:id/sign-out',
  summary: 'Signs a member out on every device, where somebody else seems to be in their account.',
  access: 'admin',
  changes: 'All sessions, passkeys, known browsers and the calendar address of the member end. They are told why.',
  params: memberParams,
  body: ReasonBody,
  status: 204,
  errors: { 404: [HANDOVER_CODES.NEIGHBOUR_NOT_FOUND] },
})
export const demoteAdmin = endpoint({
  method: 'POST',
  path: '/api/admin/members/:id/demote',
  summary: 'Makes an admin a member like all others.',
  access: 'admin',
  who: 'Admins, about another one.',
  changes: 'They are no admin any more, and are told why.',
  params: memberParams,
  body: ReasonBody,
  status: 204,
  errors: { 404: [HANDOVER_CODES.NEIGHBOUR_NOT_FOUND], 409: [ADMIN_CODES.OWN_SUBJECT, ADMIN_CODES.NOT_AN_ADMIN] },
})
