import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { readFees, setFees } from '../../wallet/index.ts'
import { writeAsAdmin } from '../desk/admin-action.ts'
import type { Settings } from '../contract.ts'

/** The fee percentages, each as text with two decimals. */
export async function readSettings(reader: Reader): Promise<Settings> {
  const { processing, transaction, updatedAt } = await readFees(reader)
  return {
    processingFeePercentage: processing,
    transactionFeePercentage: transaction,
    updatedAt: updatedAt.toISOString(),
  }
}

/** Sets the given percentages and leaves the others. Purchases that have begun keep theirs. */
export async function updateSettings(
  ctx: Context,
  change: {
    actorId: string
    processingFeePercentage?: string | undefined
    transactionFeePercentage?: string | undefined
  },
): Promise<Settings> {
  return writeAsAdmin(ctx, change.actorId, async (trx, now) => {
    const before = await readSettings(trx)
    const { processingFeePercentage: processing, transactionFeePercentage: transaction } = change
    await setFees(trx, { processing, transaction, now })
    const after = await readSettings(trx)
    return {
      change: { action: 'settings.update', subject: 'settings', before: feesOf(before), after: feesOf(after) },
      result: after,
    }
  })
}

function feesOf({ processingFeePercentage, transactionFeePercentage }: Settings) {
  return { processingFeePercentage, transactionFeePercentage }
}
