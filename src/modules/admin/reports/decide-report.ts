import type { Context } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { removeThanks } from '../../handover/index.ts'
import { notify } from '../../notifications/index.ts'
import { recordChange, writeAsAdmin } from '../log/admin-action.ts'
import { ADMIN_CODES, type DecideReportBody } from '../contract.ts'
import { hideIn } from './hide-listing.ts'
import { lockReport, Report } from './report.ts'
import { notifyMember } from '../members/notify-member.ts'

interface Decision extends DecideReportBody {
  actorId: string
  reportId: string
}

/**
 * Decides a report, and with it every open one of the same subject. A member who is warned, or whose listing is hidden, is told why.
 * @throws NotFound REPORT_NOT_FOUND; Conflict REPORT_DECIDED, NOT_HIDEABLE
 */
export async function decideReport(ctx: Context, { actorId, reportId, action, note }: Decision): Promise<Report> {
  return writeAsAdmin(ctx, actorId, async (trx, now) => {
    const report = await lockReport(trx, reportId)
    if (report.decidedAt) throw new Conflict(ADMIN_CODES.REPORT_DECIDED, 'This report has been decided already')
    if (action === 'hide') await hideSubject(trx, report, { reason: note ?? '', actorId, now })
    if (action === 'warn') await warn(trx, report, { reason: note ?? '', now })
    const decided = { decision: action, decisionNote: note ?? null, decidedAt: now, decidedBy: actorId }
    const together = await Report.query(trx)
      .where({ subject_kind: report.subjectKind, subject_id: report.subjectId })
      .whereNull('decided_at')
      .patch(decided)
      .returning('*')
    for (const { reporterId } of together) await thank(trx, report, { reporterId, action, now })
    return {
      change: {
        action: 'report.decide',
        subject: `${report.subjectKind}:${report.subjectId}`,
        // A hidden listing's own row says it.
        ...((action === 'warn' || report.subjectKind === 'thanks') &&
          action !== 'dismiss' && { about: report.aboutId }),
        before: { reason: report.reason },
        after: { decision: action, note: note ?? null, reports: together.length },
      },
      result: await Report.query(trx).findById(reportId).throwIfNotFound(),
    }
  })
}

/** The hiding is an admin write of its own. */
async function hideSubject(
  trx: Trx,
  report: Report,
  { reason, actorId, now }: { reason: string; actorId: string; now: Date },
): Promise<void> {
  if (report.subjectKind === 'thanks') return removeThanks(trx, { id: report.subjectId, reason, now })
  if (report.subjectKind !== 'listing') {
    const message = words('Only a listing or a thank-you can be hidden. You can warn the member instead.')
    throw new Conflict(ADMIN_CODES.NOT_HIDEABLE, message)
  }
  const { change } = await hideIn(trx, { listingId: report.subjectId, reason, now })
  await recordChange(trx, { ...change, actorId, now })
}

async function warn(trx: Trx, report: Report, { reason, now }: { reason: string; now: Date }): Promise<void> {
  await notifyMember(trx, report.aboutId, { what: 'warned', reason }, now)
}

/** Tells the reporters that it was decided, but not why: that is for the reported member alone. */
async function thank(
  trx: Trx,
  { id, subjectKind }: Report,
  { reporterId, action, now }: { reporterId: string; action: DecideReportBody['action']; now: Date },
): Promise<void> {
  await notify(trx, {
    memberId: reporterId,
    kind: 'thank-yous',
    key: `report:${id}:decided`,
    told: 'admin: report decided',
    facts: { subject: subjectKind, action },
    path: null,
    button: null,
    now,
  })
}
