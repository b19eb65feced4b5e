import type { Trx } from '../../../platform/database.ts'
import { hideListing, hideListingsOf, showListingsOf } from '../../catalog/index.ts'
import { restoreThanks } from '../../handover/index.ts'
import { grantAdmin, putSuspensionBack } from '../../identity/index.ts'
import { idsOf, lockMailboxAndListings } from '../members/lock-accounts.ts'
import { Report } from '../reports/report.ts'
import { showListing } from '../reports/show-listing.ts'

/** One thing as it was before an act: plain JSON, since it waits in a row. */
export type Step =
  | { put: 'listing'; listingId: string; hiddenReason: string | null }
  | { put: 'suspension'; memberId: string; suspensionId: string | null }
  | { put: 'admin'; memberId: string }
  | { put: 'thanks'; thanksId: string }
  | { put: 'reports'; reportIds: string[] }

/** Puts one thing back as it was. @param by.actorId who undoes it */
export async function putBack(trx: Trx, step: Step, { actorId, now }: { actorId: string; now: Date }): Promise<void> {
  switch (step.put) {
    case 'listing': {
      const { listingId, hiddenReason: reason } = step
      await (reason === null ? showListing(trx, { listingId, now }) : hideListing(trx, { listingId, reason, now }))
      return
    }
    case 'suspension': {
      const sellerIds = idsOf(await lockMailboxAndListings(trx, step.memberId))
      const back = await putSuspensionBack(trx, { ...step, actorId, now })
      return back
        ? hideListingsOf(trx, { sellerIds, reason: back.reason, now })
        : showListingsOf(trx, { sellerIds, now })
    }
    case 'admin':
      return grantAdmin(trx, step)
    case 'thanks':
      return restoreThanks(trx, step.thanksId)
    case 'reports':
      await Report.query(trx)
        .whereIn('id', step.reportIds)
        .patch({ decision: null, decisionNote: null, decidedAt: null, decidedBy: null })
  }
}
