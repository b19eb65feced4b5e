import type { Reader, Trx } from '../../../platform/database.ts'

/** In percent of a listing's token price, as text with two decimals such as `"0.50"`. */
export interface Fees {
  processing: string
  transaction: string
  updatedAt: Date
}

export async function readFees(reader: Reader): Promise<Fees> {
  const [row] = await reader('admin_settings')
  if (!row) throw new Error('the row of admin_settings is missing')
  return {
    processing: row.processing_fee_percentage,
    transaction: row.transaction_fee_percentage,
    updatedAt: row.updated_at,
  }
}

/** SQL that selects {@link Fees.transaction}. */
export const TRANSACTION_FEE = 'select transaction_fee_percentage from admin_settings'

/** Sets what is given and leaves the rest. Purchases that have begun keep their percentage. */
export async function setFees(
  trx: Trx,
  { processing, transaction, now }: { processing?: string | undefined; transaction?: string | undefined; now: Date },
): Promise<void> {
  await trx('admin_settings').update({
    ...(processing !== undefined && { processing_fee_percentage: processing }),
    ...(transaction !== undefined && { transaction_fee_percentage: transaction }),
    updated_at: now,
  })
}
