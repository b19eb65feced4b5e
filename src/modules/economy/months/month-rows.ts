import type { Reader, Tables } from '../../../platform/database.ts'
import type { BonusKind } from '../../wallet/contract.ts'
import { ALL, FACTOR_ROWS, formatTenths, type Meters, monthAfter, type Month } from '../../wallet/index.ts'
import type { Economy } from '../contract.ts'
import { presentTarget } from './present-target.ts'

/** A month as it was counted; tokens in hundredths. */
export type MonthRow = Tables['economy_month'] & {
  tenths: number
  /** The supply target, where the month had one, and the one from which it moved by itself. */
  target: bigint | null
  moved_from: bigint | null
  minted: { reason: BonusKind; amount: string; members: number }[]
}

/** The last months that were counted, or all of them, oldest first. It reads rows, whatever the size of the ledger. */
export async function readMonths(reader: Reader, limit: number | null = null): Promise<MonthRow[]> {
  const { rows } = await reader.raw<{ rows: MonthRow[] }>(
    `select economy_month.*, coalesce(factor.tenths, ${ALL}) as tenths, factor.target,
       factor.moved_from, coalesce(minted.list, '[]') as minted
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

/** The meters of a month that is complete; undefined where it isn't, or was before there were meters. */
export async function readMeters(reader: Reader, month: Month): Promise<Meters | undefined> {
  const row = await reader('economy_month').where({ month, complete: true }).first()
  if (!row || row.short_members === null || row.in_vain_members === null) return undefined
  return { activeMembers: row.active_members, short: row.short_members, inVain: row.in_vain_members }
}

/** The share that is published for the month after `month`. */
export async function readComing(reader: Reader, month: Month): Promise<Economy['coming']> {
  const { rows } = await reader.raw<{
    rows: { month: Month; tenths: number; target: bigint; moved_from: bigint | null }[]
  }>(`select month, tenths, target, moved_from from ${FACTOR_ROWS} factor where month = ?`, [monthAfter(month)])
  const [coming] = rows
  return coming ? { month: coming.month, factor: formatTenths(coming.tenths), ...presentTarget(coming) } : null
}
