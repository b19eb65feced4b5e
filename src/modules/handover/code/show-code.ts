import { randomBytes } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { findWhole, purchaseNotFound } from '../../purchasing/index.ts'
import type { HandoverCode } from '../contract.ts'
import { requireAwaited } from '../trade/change-trade.ts'
import { codeAt } from './code.ts'

/** @throws {NotFound} PURCHASE_NOT_FOUND for anybody but the seller; {Conflict} TRADE_OVER */
export async function showCode(
  ctx: Context,
  { purchaseId, memberId }: { purchaseId: string; memberId: string },
): Promise<HandoverCode> {
  const order = await findWhole(ctx.db, purchaseId)
  if (order?.sellerId !== memberId) throw purchaseNotFound()
  requireAwaited(order)
  const { digits, changesAt } = codeAt(await secretOf(ctx.db, order.id), ctx.clock.now())
  const url = `${ctx.config.publicUrl}/door/${order.id}?code=${digits}`
  return { digits, url, changesAt: changesAt.toISOString() }
}

/** Made when it is first asked for. */
async function secretOf(reader: Reader, purchaseId: string): Promise<string> {
  await reader('handover_code')
    .insert({ purchase_id: purchaseId, secret: randomBytes(32).toString('base64url') })
    .onConflict('purchase_id')
    .ignore()
  const row = await reader('handover_code').where({ purchase_id: purchaseId }).first('secret')
  if (!row) throw new Error(`purchase ${purchaseId} has no secret`)
  return row.secret
}
