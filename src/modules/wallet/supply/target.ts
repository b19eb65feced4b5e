import { formatHundredths, parseHundredths } from '../../../platform/decimal.ts'
import type { Reader, Trx } from '../../../platform/database.ts'
import { Conflict, ValidationFailed } from '../../../platform/errors.ts'
import { say, words } from '../../../platform/language/words.ts'
import { WALLET_CODES } from '../contract.ts'
import { reachOf } from './share.ts'

export interface Target {
  /** Tokens for each active member, in hundredths. */
  target: bigint
  /** Whether it moves by itself, on the meters of each month. */
  moves: boolean
}

/** The target as it is set; undefined where there is none. */
export async function readTarget(reader: Reader): Promise<Target | undefined> {
  return present(await reader('admin_settings').first('supply_target', 'supply_target_moves'))
}

/** The same for who is about to change it: until `trx` ends nobody else does. */
export async function lockTarget(trx: Trx): Promise<Target | undefined> {
  return present(await trx('admin_settings').forUpdate().first('supply_target', 'supply_target_moves'))
}

type Row = { supply_target: string | null; supply_target_moves: boolean } | undefined
const present = (row: Row): Target | undefined =>
  row?.supply_target == null
    ? undefined
    : { target: parseHundredths(row.supply_target), moves: row.supply_target_moves }

/**
 * Sets what is given and leaves the rest. With null the target is taken away: then bonuses are paid in full again, from
 * the first month that has not been told otherwise, and nothing moves by itself.
 * @throws {Conflict} TARGET_TOO_FAR by more than a tenth from what was published last; ValidationFailed where there is no target to move
 */
export async function setTarget(
  trx: Trx,
  change: { target?: bigint | null | undefined; moves?: boolean | undefined; now: Date },
): Promise<void> {
  const set = await lockTarget(trx)
  const target = change.target === undefined ? (set?.target ?? null) : change.target
  const moves = change.moves ?? (target !== null && set?.moves === true)
  if (moves && target === null)
    throw new ValidationFailed([
      { path: ['supplyTargetMoves'], message: words('Please set a supply target first: without one nothing can move') },
    ])
  if (change.target != null) await refuseTooFar(trx, change.target)
  await trx('admin_settings').update({
    supply_target: target === null ? null : formatHundredths(target),
    supply_target_moves: moves,
    updated_at: change.now,
  })
}

async function refuseTooFar(trx: Trx, target: bigint): Promise<void> {
  const held = await trx('supply_factor').orderBy('month', 'desc').first('target')
  if (!held) return
  const { low, high } = reachOf(held.target)
  if (target >= low && target <= high) return
  throw new Conflict(
    WALLET_CODES.TARGET_TOO_FAR,
    say('The target can move by a tenth each month: choose from {low} to {high} for now', {
      low: formatHundredths(low),
      high: formatHundredths(high),
    }),
  )
}
