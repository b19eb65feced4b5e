import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { comingTarget, FACTOR_ROWS, monthBefore, readTarget, type Month } from '../../wallet/index.ts'
import type { Market } from '../contract.ts'
import { readMeters } from '../months/month-rows.ts'

/**
 * The way the target goes by itself, or would, when the month after `month`, the running one, is published; null without
 * a target.
 */
export async function nextTarget(reader: Reader, month: Month): Promise<Market['next']> {
  const set = await readTarget(reader)
  if (!set) return null
  const metered = monthBefore(month)
  const meters = await readMeters(reader, metered)
  const { rows } = await reader.raw<{ rows: { target: bigint; tenths: number }[] }>(
    `select target, tenths from ${FACTOR_ROWS} factor where month = ?`,
    [month],
  )
  return {
    from: formatHundredths(set.target),
    to: formatHundredths(comingTarget({ ...set, moves: true }, rows[0], meters)),
    meters: meters ? { month: metered, ...meters } : null,
  }
}
