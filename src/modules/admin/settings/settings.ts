import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { writeAsAdmin } from '../desk/admin-action.ts'
import type { Settings } from '../contract.ts'

interface SettingsRow {
  processing_fee_percentage: string
  transaction_fee_percentage: string
  updated_at: Date
}

/** The fee percentages, each as text with two decimals. */
export async function readSettings(reader: Reader): Promise<Settings> {
  const [row] = await reader<SettingsRow>('admin_settings')
  if (!row) throw new Error('the row of admin_settings is missing')
  return {
    processingFeePercentage: row.processing_fee_percentage,
    transactionFeePercentage: row.transaction_fee_percentage,
    updatedAt: row.updated_at.toISOString(),
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
    await trx('admin_settings').update({
      processing_fee_percentage: change.processingFeePercentage ?? before.processingFeePercentage,
      transaction_fee_percentage: change.transactionFeePercentage ?? before.transactionFeePercentage,
      updated_at: now,
    })
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
