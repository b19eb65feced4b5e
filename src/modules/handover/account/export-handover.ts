import type { Reader } from '../../../platform/database.ts'
import { Appointment } from '../appointment/appointment.ts'
import { problemPhotosBy } from '../problem/problem-photo.ts'
import { Decision, loserOf } from '../problem/decision.ts'
import { Problem } from '../problem/problem.ts'
import { Thanks } from '../thanks/thanks.ts'
import { sideOf } from '../trade/trade.ts'

/** The other side appears in an export by id alone. */
export async function exportHandover(reader: Reader, memberId: string) {
  const appointments = await Appointment.query(reader)
    .where({ buyer_id: memberId })
    .orWhere({ seller_id: memberId })
    .orderBy(['offered_at', 'id'])
  const problems = await Problem.query(reader)
    .where({ buyer_id: memberId })
    .orWhere({ seller_id: memberId })
    .orderBy(['reported_at', 'id'])
  const decisions = await Decision.query(reader)
    .where({ buyer_id: memberId })
    .orWhere({ seller_id: memberId })
    .orderBy(['decided_at', 'line_reference'])
  const thanks = await Thanks.query(reader).where({ from_id: memberId }).orderBy(['written_at', 'id'])
  return {
    appointments: appointments.map((row) => ({
      purchaseId: row.purchaseId,
      state: row.state,
      offeredByMe: row.offeredBy === memberId,
      offeredAt: row.offeredAt,
      times: row.times,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      // The other side's words are theirs.
      reason: row.calledOffBy === memberId ? row.callOffReason : null,
      absence: row.absentSaidAt && {
        saidByMe: row.absentSaidBy === memberId,
        at: row.absentSaidAt,
        word: row.absentSaidBy === memberId ? row.absentWord : row.absentAnswer,
      },
    })),
    problems: problems.map((row) => ({
      purchaseId: row.purchaseId,
      kind: row.reason,
      reportedAt: row.reportedAt,
      // The buyer's words stand with the purchase.
      answer: row.sellerId === memberId ? row.answer : null,
      decisionReason: row.decisionReason,
    })),
    problemDecisions: decisions.map((row) => ({
      purchaseId: row.purchaseId,
      outcome: row.outcome,
      reason: row.reason,
      decidedAt: row.decidedAt,
      appealedAt: row.appealedAt,
      // The other side's words are theirs.
      appeal: loserOf(row) === sideOf(row, memberId) ? row.appeal : null,
      finalOutcome: row.finalOutcome,
      finalReason: row.finalReason,
      settledAt: row.settledAt,
    })),
    problemPhotos: await problemPhotosBy(reader, memberId),
    thanks: thanks.map(({ purchaseId, toId, chips, words, writtenAt, removedAt, removedBecause }) => ({
      purchaseId,
      toId,
      chips,
      words,
      writtenAt,
      removedAt,
      removedBecause,
    })),
  }
}
