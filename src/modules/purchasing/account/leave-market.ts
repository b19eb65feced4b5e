import type { Reader, Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { type Said, say } from '../../../platform/language/words.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { leaveOpenDraws } from '../draw/enter-draw.ts'
import { Purchase, PurchaseLine } from '../purchase/purchase.ts'
import { UNSETTLED } from '../states.ts'

/** @throws Conflict OPEN_TRADES while the member buys or sells something that is not settled */
export async function refuseIfTrading(reader: Reader, memberId: string): Promise<void> {
  const open = await Purchase.query(reader)
    .whereRaw('exists (select from purchase_line where purchase_id = purchase.id and state = any(?))', [[...UNSETTLED]])
    .where((mine) => void mine.where({ buyer_id: memberId }).orWhere({ seller_id: memberId }))
  if (open.length === 0) return
  const bought = open.filter((purchase) => purchase.buyerId === memberId).length
  throw new Conflict(PURCHASING_CODES.OPEN_TRADES, stillOpen(bought, open.length - bought))
}

function stillOpen(bought: number, sold: number): Said {
  if (sold === 0) {
    return say(
      'You still have {bought, plural, one {# open purchase} other {# open purchases}}. Please settle them first: confirm what you have received, and wait for or cancel what you have sold.',
      { bought },
    )
  }
  if (bought === 0) {
    return say(
      'You still have {sold, plural, one {# open sale} other {# open sales}}. Please settle them first: confirm what you have received, and wait for or cancel what you have sold.',
      { sold },
    )
  }
  return say(
    'You still have {bought, plural, one {# open purchase} other {# open purchases}} and {sold, plural, one {# open sale} other {# open sales}}. Please settle them first: confirm what you have received, and wait for or cancel what you have sold.',
    { bought, sold },
  )
}

/** Removes where a member had things brought to, and what they complained about. Who bought what stays, for the ledger. */
export async function erasePurchaser(trx: Trx, memberId: string, now: Date): Promise<void> {
  await leaveOpenDraws(trx, memberId, now)
  await Purchase.query(trx)
    .where({ buyer_id: memberId })
    .whereNotNull('delivery_address')
    .patch({ deliveryAddress: 'Removed' })
  await PurchaseLine.query(trx)
    .whereRaw('purchase_id in (select id from purchase where buyer_id = ?)', [memberId])
    .whereNotNull('dispute_reason')
    .patch({ disputeReason: 'Removed' })
}
