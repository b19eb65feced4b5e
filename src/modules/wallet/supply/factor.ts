import { formatHundredths } from '../../../platform/decimal.ts'
import type { Reader } from '../../../platform/database.ts'
import type { Month } from '../bonus/month.ts'

/** A repeatable bonus pays all of its ten tokens where the month has no share of its own. */
export const ALL = 10

/** Month -> how many tenths its repeatable bonuses pay; those that pay all of it without being told to are left out. */
export async function tenthsOf(reader: Reader, months: Month[]): Promise<Map<Month, number>> {
  if (months.length === 0) return new Map()
  const rows = await reader('supply_factor').whereIn('month', months).select('month', 'tenths')
  return new Map(rows.map(({ month, tenths }) => [month, tenths]))
}

/** SQL of the same for one month, given as SQL. */
export const tenthsIn = (month: string) =>
  `coalesce((select tenths from supply_factor where supply_factor.month = ${month}), ${ALL})`

/** The shares that were published, as a relation that other modules can join. */
export const FACTOR_ROWS = '(select month, tenths from supply_factor)'

/** `6` → `"0.60"` */
export const formatTenths = (tenths: number): string => formatHundredths(BigInt(tenths) * 10n)
