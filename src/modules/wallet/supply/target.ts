import { formatHundredths, parseHundredths } from '../../../platform/decimal.ts'
import type { Reader, Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { say } from '../../../platform/language/words.ts'
import type { Month } from '../bonus/month.ts'
import { WALLET_CODES } from '../contract.ts'
import { reachOf } from './share.ts'

/** Tokens for each active member, in hundredths; undefined where there is no target. */
export async function readTarget(reader: Reader): Promise<bigint | undefined> {
  const row = await reader('admin_settings').first('supply_target')
  return row?.supply_target == null ? undefined : parseHundredths(row.supply_target)
}

/**
 * Sets the target, or with null takes it away: then bonuses are paid in full again, from the first month that has not
 * been told otherwise.
 * @param month the current one
 * @throws {Conflict} TARGET_TOO_FAR from what holds now by more than a tenth
 */
export async function setTarget(
  trx: Trx,
  { target, month, now }: { target: bigint | null; month: Month; now: Date },
): Promise<void> {
  const held = await trx('supply_factor').where('month', '>=', month).orderBy('month', 'desc').first('target')
  if (target !== null && held) {
    const { low, high } = reachOf(held.target)
    if (target < low || target > high) {
      throw new Conflict(
        WALLET_CODES.TARGET_TOO_FAR,
        say('The target can move by a tenth each month: choose from {low} to {high} for now', {
          low: formatHundredths(low),
          high: formatHundredths(high),
        }),
      )
    }
  }
  await trx('admin_settings').update({
    supply_target: target === null ? null : formatHundredths(target),
    updated_at: now,
  })
}
