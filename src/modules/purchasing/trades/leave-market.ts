import type { Reader, Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { Purchase, PurchaseLine } from '../purchase/purchase.ts'
import { UNSETTLED } from '../states.ts'

/** @throws Conflict OPEN_TRADES while the member buys or sells something that is not settled */
export async function refuseIfTrading(reader: Reader, memberId: string): Promise<void> {
  const open = await Purchase.query(reader)
    .whereRaw('exists (select from purchase_line where purchase_id = purchase.id and state = any(?))', [[...UNSETTLED]])
    .where((mine) => void mine.where({ buyer_id: memberId }).orWhere({ seller_id: memberId }))
  if (open.length === 0) return
  const bought = open.filter((purchase) => purchase.buyerId === memberId).length
  const parts = [counted(bought, 'open purchase'), counted(open.length - bought, 'open sale')].filter(Boolean)
  throw new Conflict(
    PURCHASING_CODES.OPEN_TRADES,
    `You still have ${parts.join(' and ')}. Please settle them first: confirm what you have received, and wait for or ` +
      'cancel what you have sold.',
  )
}

const counted = (count: number, what: string) => (count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`)

/** Removes where a member had things brought to, and what they complained about. Who bought what stays, for the ledger. */
export async function erasePurchaser(trx: Trx, memberId: string): Promise<void> {
  await Purchase.query(trx)
    .where({ buyer_id: memberId })
    .whereNotNull('delivery_address')
    .patch({ deliveryAddress: 'Removed' })
  await PurchaseLine.query(trx)
    .whereRaw('purchase_id in (select id from purchase where buyer_id = ?)', [memberId])
    .whereNotNull('dispute_reason')
    .patch({ disputeReason: 'Removed' })
}
