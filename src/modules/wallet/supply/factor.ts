import { formatHundredths } from '../../../platform/decimal.ts'
import type { Reader } from '../../../platform/database.ts'
import type { Month } from '../bonus/month.ts'
import type { TokenProgress } from '../contract.ts'

/** A repeatable bonus pays all of its ten tokens where the month has no share of its own. */
export const ALL = 10

/** Month -> how many tenths its repeatable bonuses pay; those that pay all of it without being told to are left out. */
export async function tenthsOf(reader: Reader, months: Month[]): Promise<Map<Month, number>> {
  if (months.length === 0) return new Map()
  const rows = await reader('supply_factor').whereIn('month', months).select('month', 'tenths')
  return new Map(rows.map(({ month, tenths }) => [month, tenths]))
}

/**
 * The supply rule of a month: the target that was published last, however long ago that was, and the tenths that the month
 * itself pays. Undefined where no target was ever published.
 */
export async function readHeld(reader: Reader, month: Month): Promise<{ target: bigint; tenths: number } | undefined> {
  const last = await reader('supply_factor').where('month', '<=', month).orderBy('month', 'desc').first()
  return last && { target: last.target, tenths: last.month === month ? last.tenths : ALL }
}

/** SQL of the tenths that one month pays, given as SQL. */
export const tenthsIn = (month: string) =>
  `coalesce((select tenths from supply_factor where supply_factor.month = ${month}), ${ALL})`

/** The shares that were published, as a relation that other modules can join; `moved_from` where the target moved by itself. */
export const FACTOR_ROWS = `(
  select month, tenths, target, nullif(moved_from, target) as moved_from, meters_month, meters_active, short_members,
    in_vain_members, published_at
  from supply_factor
)`

/** The share of a month and of the next, as members read it, and how the target moved by itself for the later of them. */
export async function readShare(
  reader: Reader,
  months: { thisMonth: Month; nextMonth: Month },
): Promise<{ tenths: number; share: TokenProgress['share'] }> {
  const { rows } = await reader.raw<{
    rows: { month: Month; tenths: number; target: bigint; moved_from: bigint | null }[]
  }>(`select month, tenths, target, moved_from from ${FACTOR_ROWS} factor where month = any(?)`, [
    Object.values(months),
  ])
  const [now, next] = [months.thisMonth, months.nextMonth].map((month) => rows.find((one) => one.month === month))
  const latest = next ?? now
  const from = latest?.moved_from ?? null
  return {
    tenths: now?.tenths ?? ALL,
    share: {
      thisMonth: now ? formatTenths(now.tenths) : null,
      nextMonth: next ? formatTenths(next.tenths) : null,
      moved:
        latest === undefined || from === null
          ? null
          : {
              when: latest === next ? 'nextMonth' : 'thisMonth',
              from: formatHundredths(from),
              to: formatHundredths(latest.target),
            },
    },
  }
}

/** `6` → `"0.60"` */
export const formatTenths = (tenths: number): string => formatHundredths(BigInt(tenths) * 10n)
