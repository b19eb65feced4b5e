import type { Context } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { findListing, isHiddenByAdmin } from '../../catalog/index.ts'
import { removeThanks } from '../../handover/index.ts'
import type { NewNotice } from '../../notifications/index.ts'
import { actAsAdmin, type Acted } from '../log/admin-action.ts'
import { ADMIN_CODES } from '../desk/contract.ts'
import type { DecideReportBody } from './contract.ts'
import { hideIn } from './hide-listing.ts'
import { lockReport, Report } from './report.ts'
import { noticeOf } from '../members/notice-of.ts'
import { refuseOwn } from '../refuse-own.ts'
import type { Step } from '../undo/step.ts'

interface Decision extends DecideReportBody {
  actorId: string
  reportId: string
}

/**
 * Decides a report, and with it every open one of the same subject. A member who is warned, or whose listing is hidden, is told why.
 * Nobody decides about themselves, nor about what they have reported, but takes their own report back by dismissing it.
 * @throws NotFound REPORT_NOT_FOUND; Conflict REPORT_DECIDED, NOT_HIDEABLE, OWN_SUBJECT
 */
export async function decideReport(
  ctx: Context,
  { actorId, reportId, action, note }: Decision,
): Promise<Acted<Report>> {
  return actAsAdmin(ctx, actorId, async (trx, now) => {
    const report = await lockReport(trx, reportId)
    if (report.decidedAt) throw new Conflict(ADMIN_CODES.REPORT_DECIDED, 'This report has been decided already')
    const { done, undo } = await carryOut(trx, report, { action, reason: note ?? '', actorId, now })
    const decided = { decision: action, decisionNote: note ?? null, decidedAt: now, decidedBy: actorId }
    const together = await Report.query(trx)
      .where({ subject_kind: report.subjectKind, subject_id: report.subjectId })
      .whereNull('decided_at')
      .patch(decided)
      .returning('*')
    const reporters = together.map(({ reporterId }) => reporterId)
    const takesBack = action === 'dismiss' && reporters.every((id) => id === actorId)
    refuseOwn(actorId, report.aboutId, ...(takesBack ? [] : reporters))
    return {
      change: {
        action: 'report.decide',
        subject: `${report.subjectKind}:${report.subjectId}`,
        ...(done.length > 0 && { about: report.aboutId }),
        before: { reason: report.reason },
        after: { decision: action, note: note ?? null, reports: together.length },
      },
      result: await Report.query(trx).findById(reportId).throwIfNotFound(),
      notices: [...done, ...reporters.map((reporterId) => thanksFor(report, { reporterId, action, now }))],
      undo: [...undo, { put: 'reports', reportIds: together.map(({ id }) => id) }],
    }
  })
}

/** Carries the decision out. @returns the member's notice of it, and what undoes it; neither where it is so already */
async function carryOut(
  trx: Trx,
  { subjectKind, subjectId, aboutId }: Report,
  by: { action: DecideReportBody['action']; reason: string; actorId: string; now: Date },
): Promise<{ done: NewNotice[]; undo: Step[] }> {
  const { action, reason, actorId, now } = by
  if (action === 'dismiss') return { done: [], undo: [] }
  if (action === 'warn') return { done: [noticeOf(aboutId, { what: 'warned', reason }, now)], undo: [] }
  if (subjectKind === 'thanks') {
    const told = await removeThanks(trx, { id: subjectId, reason, now })
    return told ? { done: [told], undo: [{ put: 'thanks', thanksId: subjectId }] } : { done: [], undo: [] }
  }
  if (subjectKind !== 'listing') {
    const message = words('Only a listing or a thank-you can be hidden. You can warn the member instead.')
    throw new Conflict(ADMIN_CODES.NOT_HIDEABLE, message)
  }
  const listing = await findListing(trx, subjectId)
  if (listing && isHiddenByAdmin(listing)) return { done: [], undo: [] }
  const { notices, undo } = await hideIn(trx, { listingId: subjectId, actorId, reason, now })
  return { done: notices, undo }
}

/** The notice to a reporter: that it was decided, but not why, which is for the reported member alone. */
const thanksFor = (
  { id, subjectKind }: Report,
  { reporterId, action, now }: { reporterId: string; action: DecideReportBody['action']; now: Date },
): NewNotice => ({
  memberId: reporterId,
  kind: 'thank-yous',
  key: `report:${id}:decided`,
  told: 'admin: report decided',
  facts: { subject: subjectKind, action },
  path: null,
  button: null,
  now,
})
