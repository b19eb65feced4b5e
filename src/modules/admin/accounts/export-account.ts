import type { Context } from '../../../platform/context.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import { mannerOf } from '../../../platform/language/manner.ts'
import type { Reader } from '../../../platform/database.ts'
import { exportFavourites, exportListings, exportSearches } from '../../catalog/index.ts'
import { exportHandover } from '../../handover/index.ts'
import { exportMember, findMember } from '../../identity/index.ts'
import { exportConversations } from '../../messaging/index.ts'
import { exportNotifications } from '../../notifications/index.ts'
import { exportBaskets, exportTrades } from '../../purchasing/index.ts'
import { balanceOf, readStatement } from '../../wallet/index.ts'
import type { TokenTransaction } from '../../wallet/contract.ts'
import { listDecisions } from '../appeals/appeal-act.ts'
import { Report } from '../reports/report.ts'

const LINES_AT_A_TIME = 1000

/** All that the market keeps about a member, as of one instant. */
export async function exportAccount({ site, db, clock }: Context, memberId: string) {
  const now = clock.now()
  const manner = mannerOf({ site }, await findMember(db, memberId))
  return db.transaction(
    async (trx) => ({
      exportedAt: now.toISOString(),
      ...(await exportMember(trx, { memberId, now, balanceOf })),
      ...(await exportListings(trx, memberId)),
      ...(await exportTrades(trx, memberId)),
      ...(await exportHandover(trx, memberId)),
      favourites: await exportFavourites(trx, memberId),
      savedSearches: await exportSearches(trx, memberId),
      baskets: await exportBaskets(trx, memberId),
      tokenTransactions: await wholeStatement(trx, memberId, manner),
      conversations: await exportConversations(trx, memberId, manner),
      ...(await exportNotifications(trx, memberId, manner)),
      reports: await ownReports(trx, memberId),
      decisions: await listDecisions(trx, memberId, now),
    }),
    { isolationLevel: 'repeatable read', readOnly: true },
  )
}

async function wholeStatement(reader: Reader, memberId: string, manner: Manner): Promise<TokenTransaction[]> {
  const lines: TokenTransaction[] = []
  for (let cursor: string | undefined; ;) {
    const { transactions, next } = await readStatement(reader, { memberId, limit: LINES_AT_A_TIME, cursor }, manner)
    lines.push(...transactions)
    if (next === undefined) return lines
    cursor = next
  }
}

async function ownReports(reader: Reader, memberId: string) {
  const reports = await Report.query(reader).where({ reporter_id: memberId }).orderBy('created_at')
  return reports.map(({ subjectKind, subjectId, reason, details, createdAt, decidedAt }) => ({
    subject: { kind: subjectKind, id: subjectId },
    reason,
    details,
    createdAt,
    decidedAt,
  }))
}
