import type { Reader } from '../../../platform/database.ts'
import { promisesOf } from '../promises/kept-promises.ts'
import { Problem, sellerAnswersUntil } from './problem.ts'

/** A purchase of which things were reported. */
interface Reported {
  id: string
  buyerId: string
  sellerId: string
  /** When, of those that wait for a decision. */
  reportedAt: Date
}

/** What an admin reads before deciding, beside what the two wrote to each other; by purchase. */
export async function evidenceOf(reader: Reader, reported: Reported[]) {
  const ids = reported.map(({ id }) => id)
  const problems = await Problem.query(reader).whereIn('purchase_id', ids).orderBy('reported_at')
  const codes = await reader('handover_code').whereIn('purchase_id', ids).select('purchase_id', 'wrong_tries_in_all')
  const appointments = await reader('appointment')
    .whereIn('purchase_id', ids)
    .whereIn('state', ['agreed', 'kept', 'missed'])
    .orderBy('starts_at')
    .select('purchase_id', 'starts_at', 'state')
  const promises = await promisesOf(
    reader,
    reported.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]),
  )
  const none = { kept: 0, of: 0 }
  const evidence = reported.map(({ id, buyerId, sellerId, reportedAt }) => {
    const problem = problems.findLast((one) => one.purchaseId === id && one.reportedAt >= reportedAt)
    const last = appointments.findLast((one) => one.purchase_id === id)
    return {
      id,
      kind: problem?.reason ?? null,
      answer: problem?.answer ?? null,
      answerUntil: sellerAnswersUntil(reportedAt).toISOString(),
      appointment: last?.starts_at ? { start: last.starts_at.toISOString(), missed: last.state === 'missed' } : null,
      wrongCodes: codes.find((one) => one.purchase_id === id)?.wrong_tries_in_all ?? 0,
      promises: { buyer: promises.get(buyerId) ?? none, seller: promises.get(sellerId) ?? none },
    }
  })
  return new Map(evidence.map(({ id, ...of }) => [id, of]))
}
