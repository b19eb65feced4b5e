import type { Reader } from '../../../platform/database.ts'
import { earlierTrades, rootOf } from '../../purchasing/index.ts'
import { promisesOf } from '../promises/kept-promises.ts'
import { Problem, reportedAt, sellerAnswersUntil, type Reported } from './problem.ts'

/**
 * Facts that an admin reads before deciding, beside what the two wrote to each other; by purchase.
 * @param reported orders, with the lines alone that wait for an admin
 */
export async function evidenceOf(reader: Reader, reported: Reported[]) {
  const ids = reported.map(({ id }) => id)
  const problems = await Problem.query(reader).whereIn('purchase_id', ids).orderBy('reported_at')
  // Made when the seller shows it.
  const roots = reported.map(rootOf)
  const codes = await reader('handover_code').whereIn('purchase_id', roots).select('purchase_id', 'wrong_tries_in_all')
  const appointments = await reader('appointment')
    .whereIn('purchase_id', roots)
    .whereIn('state', ['agreed', 'kept', 'missed'])
    .orderBy('starts_at')
    .select('purchase_id', 'starts_at', 'state')
  const promises = await promisesOf(
    reader,
    reported.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]),
  )
  const traded = await earlierTrades(reader, ids)
  const none = { kept: 0, of: 0 }
  const evidence = reported.flatMap((order) => {
    const { id, buyerId, sellerId } = order
    const since = reportedAt(order)
    const trades = traded.get(id)
    if (!since || !trades) return []
    const problem = problems.findLast((one) => one.purchaseId === id && one.reportedAt >= since)
    const root = rootOf(order)
    const code = codes.find((one) => one.purchase_id === root)
    const last = appointments.findLast((one) => one.purchase_id === root)
    return [
      {
        id,
        kind: problem?.reason ?? null,
        answer: problem?.answer ?? null,
        answerUntil: sellerAnswersUntil(since).toISOString(),
        appointment: last?.starts_at ? { start: last.starts_at.toISOString(), missed: last.state === 'missed' } : null,
        codeShown: code !== undefined,
        wrongCodes: code?.wrong_tries_in_all ?? 0,
        trades,
        promises: { buyer: promises.get(buyerId) ?? none, seller: promises.get(sellerId) ?? none },
      },
    ]
  })
  return new Map(evidence.map(({ id, ...of }) => [id, of]))
}
