import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { PageQuery } from '../../../platform/page.ts'
import { trimmed } from '../../../platform/text/text.ts'
import { words } from '../../../platform/language/words.ts'
import { CATALOG_CODES, itemParams } from '../../catalog/contract.ts'
import { Message } from '../../messaging/contract.ts'
import { ADMIN_CODES, count, Person, Reason } from '../desk/contract.ts'

const REPORT_REASONS = ['prohibited', 'misleading', 'spam', 'harassment', 'unsafe', 'other'] as const
const REPORT_SUBJECTS = ['listing', 'message', 'member', 'thanks'] as const
const DECISIONS = ['dismiss', 'warn', 'hide'] as const

export const ReportBody = z.strictObject({
  subject: z.strictObject({ kind: z.enum(REPORT_SUBJECTS), id: z.uuid() }),
  reason: z.enum(REPORT_REASONS, words('Please choose a reason')),
  details: trimmed(1000, words('Please describe it in at most 1000 characters')).optional(),
})
export type ReportBody = z.infer<typeof ReportBody>

export const Report = z.object({
  id: z.uuid(),
  subject: z.object({
    kind: z.enum(REPORT_SUBJECTS),
    id: z.uuid(),
    /** The listing's title, the message, the member's name or the thank-you; null when it is gone. */
    text: z.string().nullable(),
    description: z.string().nullable(),
    /** The messages before the reported one, oldest first, five at most; only as long as there is something to decide. */
    before: z.array(Message),
    /** The listing's first photo, those of the message, or the member's picture. */
    photos: z.array(z.string()),
    /** Where to look at it on the site, for a listing that is not withdrawn. */
    listingId: z.uuid().nullable(),
    hiddenAt: z.iso.datetime().nullable(),
  }),
  /** The owner of the listing, the author of the message, or the reported member. */
  about: Person,
  reporter: Person,
  reason: z.enum(REPORT_REASONS),
  details: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** All who have reported the same, the earliest first; 20 at most. */
  voices: z.array(
    z.object({
      reporter: Person,
      reason: z.enum(REPORT_REASONS),
      details: z.string().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
  /** The number of members who have reported the same, decided together. */
  reportsOfSubject: count,
  decision: z
    .object({ action: z.enum(DECISIONS), note: z.string().nullable(), decidedAt: z.iso.datetime(), by: Person })
    .nullable(),
})
export type Report = z.infer<typeof Report>

export const DecideReportBody = z
  .strictObject({ action: z.enum(DECISIONS), note: Reason.optional() })
  .refine(({ action, note: why }) => action === 'dismiss' || why !== undefined, {
    path: ['note'],
    message: words('Please say why: the member will read it'),
  })
export type DecideReportBody = z.infer<typeof DecideReportBody>

export const createReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  summary: 'Reports a listing, a received message, a member or a thank-you to the admins; once for each.',
  access: 'member',
  startsNew: false,
  changes: 'One report waits on the desk of the admins. The reported member is not told.',
  body: ReportBody,
  response: z.object({ id: z.uuid() }),
  status: 201,
  errors: { 404: [ADMIN_CODES.SUBJECT_NOT_FOUND], 409: [ADMIN_CODES.OWN_SUBJECT, ADMIN_CODES.ALREADY_REPORTED] },
})
export const listReports = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  summary:
    'Decided reports, latest first, those about the same as one with all its voices, none about the caller; Link tells where the ' +
    'next page is. Open ones are in `GET /api/admin/work`.',
  access: 'admin',
  query: PageQuery,
  response: z.array(Report),
})
export const decideReport = endpoint({
  method: 'POST',
  path: '/api/admin/reports/:id/decision',
  summary:
    'Decides a report and all others of the same subject: dismiss, warn the member, or hide the listing or the thank-you.',
  access: 'admin',
  changes: 'The report and all others about the same are closed, the reporters are told, and what was decided happens.',
  params: z.strictObject({ id: z.uuid() }),
  body: DecideReportBody,
  response: Report,
  errors: {
    404: [ADMIN_CODES.REPORT_NOT_FOUND],
    409: [ADMIN_CODES.REPORT_DECIDED, ADMIN_CODES.NOT_HIDEABLE, ADMIN_CODES.OWN_SUBJECT],
  },
})

const MOST_HIDDEN_AT_ONCE = 100
const Visibility = z.object({ hiddenAt: z.iso.datetime().nullable(), hiddenReason: z.string().nullable() })
export const hideListing = endpoint({
  method: 'POST',
  path: '/api/admin/listings/:id/hide',
  summary: 'Hides a listing from everybody but its owner, who is told why.',
  access: 'admin',
  changes: 'The listing leaves every list, its owner is told the reason, the log keeps it.',
  params: itemParams,
  body: z.strictObject({ reason: Reason }),
  response: Visibility,
  errors: {
    404: [CATALOG_CODES.LISTING_NOT_FOUND],
    409: [ADMIN_CODES.OWN_SUBJECT, ADMIN_CODES.ALREADY_HIDDEN],
  },
})
export const hideListings = endpoint({
  method: 'POST',
  path: '/api/admin/listings/hide',
  summary: 'Hides up to 100 listings for one reason, all of them or none; answers by which acts it can be undone.',
  access: 'admin',
  changes: 'The listings leave every list, their owners are told the reason, the log keeps each.',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(MOST_HIDDEN_AT_ONCE), reason: Reason }),
  response: z.object({ actionIds: z.array(z.string()) }),
  errors: {
    404: [CATALOG_CODES.LISTING_NOT_FOUND],
    409: [ADMIN_CODES.OWN_SUBJECT, ADMIN_CODES.ALREADY_HIDDEN],
  },
})

export const restoreListing = endpoint({
  method: 'POST',
  path: '/api/admin/listings/:id/restore',
  summary:
    'Shows a listing again that an admin has hidden, and tells its owner. What is hidden with a suspended member is a 409.',
  access: 'admin',
  changes: 'The listing is public again and its owner is told; if they are suspended by now, it is hidden with them.',
  params: itemParams,
  body: z.strictObject({ reason: Reason.optional() }),
  response: Visibility,
  errors: {
    404: [CATALOG_CODES.LISTING_NOT_FOUND],
    409: [ADMIN_CODES.OWN_SUBJECT, ADMIN_CODES.SELLER_SUSPENDED],
  },
})
