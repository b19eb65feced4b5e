import type { Reader, Tables } from '../../../platform/database.ts'
import type { BonusKind } from '../../wallet/contract.ts'
import { FACTOR_ROWS, formatTenths, monthAfter, type Month } from '../../wallet/index.ts'
import type { Economy } from '../contract.ts'

/** A month as it was counted; tokens in hundredths. */
export type MonthRow = Tables['economy_month'] & {
  tenths: number
  minted: { reason: BonusKind; amount: string; members: number }[]
}

/** The last months that were counted, oldest first. It reads rows, whatever the size of the ledger. */
export async function readMonths(reader: Reader, limit: number): Promise<MonthRow[]> {
  const { rows } = await reader.raw<{ rows: MonthRow[] }>(
    `select economy_month.*, coalesce(factor.tenths, 10) as tenths, coalesce(minted.list, '[]') as minted
     from (select * from economy_month order by month desc limit ?) economy_month
     left join ${FACTOR_ROWS} factor on factor.month = economy_month.month
     left join lateral (
       select jsonb_agg(jsonb_build_object('reason', reason, 'amount', amount::text, 'members', members)) as list
       from economy_minted where economy_minted.month = economy_month.month
     ) minted on true
     order by economy_month.month`,
    [limit],
  )
  return rows
}

/** The share that is published for the month after `month`. */
export async function readComing(reader: Reader, month: Month): Promise<Economy['coming']> {
  const { rows } = await reader.raw<{ rows: { month: Month; tenths: number }[] }>(
    `select month, tenths from ${FACTOR_ROWS} factor where month = ?`,
    [monthAfter(month)],
  )
  const [coming] = rows
  return coming ? { month: coming.month, factor: formatTenths(coming.tenths) } : null
}
