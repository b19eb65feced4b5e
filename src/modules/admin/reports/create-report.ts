import type { Context } from '../../../platform/context.ts'
import { transact, type Reader } from '../../../platform/database.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import { findListing } from '../../catalog/index.ts'
import { shownThanksWriter } from '../../handover/index.ts'
import { findMember, requireMember } from '../../identity/index.ts'
import { findMessages } from '../../messaging/index.ts'
import { ADMIN_CODES } from '../desk/contract.ts'
import type { ReportBody } from './contract.ts'

/**
 * Tells the admins about a listing, a message that the reporter has received, or a member; once for each.
 * @throws NotFound SUBJECT_NOT_FOUND for what the reporter can't see
 * @throws Conflict OWN_SUBJECT, ALREADY_REPORTED
 */
export async function createReport(ctx: Context, reporterId: string, report: ReportBody): Promise<{ id: string }> {
  const { kind, id } = report.subject
  const aboutId = await OWNERS[kind](ctx.db, id, reporterId, ctx.clock.now())
  if (aboutId === undefined) throw new NotFound('There is nothing here to report', ADMIN_CODES.SUBJECT_NOT_FOUND)
  if (aboutId === reporterId) throw new Conflict(ADMIN_CODES.OWN_SUBJECT, "You can't report yourself")
  const [row] = await transact(ctx.db, async (trx) => {
    await requireMember(trx, reporterId)
    return trx('report')
      .insert({
        reporter_id: reporterId,
        subject_kind: kind,
        subject_id: id,
        about_id: aboutId,
        reason: report.reason,
        details: report.details || null,
        created_at: ctx.clock.now(),
      })
      .onConflict(['reporter_id', 'subject_kind', 'subject_id'])
      .ignore()
      .returning('id')
  })
  if (!row) throw new Conflict(ADMIN_CODES.ALREADY_REPORTED, 'You have reported this already. We will look at it.')
  return { id: row.id }
}

/** The member behind each kind of subject, as far as the reporter can see it. */
const OWNERS = {
  listing: async (reader: Reader, id: string, reporterId: string) => {
    const listing = await findListing(reader, id)
    if (!listing || listing.sellerId === reporterId || listing.buyerId === reporterId) return listing?.sellerId
    return listing.status === 'withdrawn' || listing.hiddenAt !== null ? undefined : listing.sellerId
  },
  message: async (reader: Reader, id: string, reporterId: string) => {
    const message = (await findMessages(reader, [id])).get(id)
    return message && [message.senderId, message.recipientId].includes(reporterId) ? message.senderId : undefined
  },
  thanks: (reader: Reader, id: string, _: string, now: Date) => shownThanksWriter(reader, id, now),
  member: async (reader: Reader, id: string) => (await findMember(reader, id))?.id,
}
