import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { comingTarget, monthBefore, readHeld, readTarget, type Month } from '../../wallet/index.ts'
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
  const held = await readHeld(reader, month)
  return {
    from: formatHundredths(set.target),
    to: formatHundredths(comingTarget({ ...set, moves: true }, held, meters)),
    meters: meters ? { month: metered, ...meters } : null,
  }
}
