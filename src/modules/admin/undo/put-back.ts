import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { hideListing, hideListingsOf, showListingsOf } from '../../catalog/index.ts'
import { removeThanks, restoreThanks, undoDecision } from '../../handover/index.ts'
import { grantAdmin, putSuspensionBack } from '../../identity/index.ts'
import { findOrder } from '../../purchasing/index.ts'
import { setSiteColumns } from '../../../platform/site/site.ts'
import { ADMIN_CODES } from '../desk/contract.ts'
import { idsOf, lockMailboxAndListings } from '../members/lock-accounts.ts'
import { refuseOwn } from '../refuse-own.ts'
import { Report } from '../reports/report.ts'
import { showListing } from '../reports/show-listing.ts'
import { putCannedWordsBack } from '../settings/canned-words.ts'
import { putCategoryBack } from '../settings/change-categories.ts'
import { setSettings } from '../settings/settings.ts'
import type { Step } from './step.ts'

/** Puts one thing back as it was. @param by.actorId who undoes it @throws Conflict UNDO_OVERTAKEN, OWN_SUBJECT */
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
    case 'thanks-away':
      await removeThanks(trx, { id: step.thanksId, reason: step.reason, now })
      return
    case 'appeal':
      await trx('appeal')
        .where({ id: step.appealId })
        .update({ decision: null, reason: null, decided_at: null, decided_by: null })
      return
    case 'settings':
      return setSettings(trx, step.settings, now)
    case 'category':
      return putCategoryBack(trx, { ...step, now })
    case 'words':
      return putCannedWordsBack(trx, step.words)
    case 'site':
      return setSiteColumns(trx, step.columns)
    case 'note-away':
      for (const note of await trx('member_note').where({ id: step.noteId }).delete().returning('member_id'))
        refuseOwn(actorId, note.member_id)
      return
    case 'decision': {
      const { purchaseId, decidedAt } = step
      const order = await findOrder(trx, purchaseId)
      if (order) refuseOwn(actorId, order.buyerId, order.sellerId)
      if (!(await undoDecision(trx, { purchaseId, decidedAt: new Date(decidedAt) })))
        throw new Conflict(ADMIN_CODES.UNDO_OVERTAKEN, words('One of the two has answered this already'))
      return
    }
    case 'reports': {
      const reports = await Report.query(trx).findByIds(step.reportIds)
      // Reporters who have taken their own report back may put it there again.
      const reporters = reports.flatMap(({ reporterId, decidedBy }) => (reporterId === decidedBy ? [] : reporterId))
      refuseOwn(actorId, ...reports.map(({ aboutId }) => aboutId), ...reporters)
      await Report.query(trx)
        .findByIds(step.reportIds)
        .patch({ decision: null, decisionNote: null, decidedAt: null, decidedBy: null })
    }
  }
}
