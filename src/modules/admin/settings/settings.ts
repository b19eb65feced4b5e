import type { Context } from '../../../platform/context.ts'
import type { Reader, Trx } from '../../../platform/database.ts'
import { formatHundredths, parseHundredths } from '../../../platform/decimal.ts'
import { readFees, readTarget, setFees, setTarget } from '../../wallet/index.ts'
import { actAsAdmin, type Acted } from '../log/admin-action.ts'
import type { Settings, SettingsChange } from './contract.ts'

/** The fee percentages and the supply target, each as text with two decimals. */
export async function readSettings(reader: Reader): Promise<Settings> {
  const { processing, transaction, updatedAt } = await readFees(reader)
  const set = await readTarget(reader)
  return {
    processingFeePercentage: processing,
    transactionFeePercentage: transaction,
    ...(set && { supplyTarget: formatHundredths(set.target) }),
    ...(set?.moves && { supplyTargetMoves: true }),
    updatedAt: updatedAt.toISOString(),
  }
}

/**
 * Sets what is given and leaves the rest. Purchases that have begun keep their percentages.
 * @throws {Conflict} TARGET_TOO_FAR; ValidationFailed where there is no target to move
 */
export async function updateSettings(ctx: Context, actorId: string, change: SettingsChange): Promise<Acted<Settings>> {
  return actAsAdmin(ctx, actorId, async (trx, now) => {
    const before = await readSettings(trx)
    await setSettings(trx, change, now)
    const after = await readSettings(trx)
    return {
      change: {
        action: 'settings.update',
        subject: 'settings',
        before: withoutTime(before),
        after: withoutTime(after),
      },
      result: after,
      undo: [{ put: 'settings', settings: oppositeOf(change, before) }],
    }
  })
}

/** @throws as {@link updateSettings} */
export async function setSettings(trx: Trx, change: SettingsChange, now: Date): Promise<void> {
  const { processingFeePercentage: processing, transactionFeePercentage: transaction } = change
  await setFees(trx, { processing, transaction, now })
  const { supplyTarget, supplyTargetMoves: moves } = change
  if (supplyTarget === undefined && moves === undefined) return
  const target = supplyTarget == null ? supplyTarget : parseHundredths(supplyTarget)
  await setTarget(trx, { target, moves, now })
}

/** The change that puts back what `change` has set. */
function oppositeOf(change: SettingsChange, before: Settings): SettingsChange {
  const isAboutTarget = change.supplyTarget !== undefined || change.supplyTargetMoves !== undefined
  const { processingFeePercentage, transactionFeePercentage, supplyTarget = null, supplyTargetMoves = false } = before
  return {
    ...(change.processingFeePercentage !== undefined && { processingFeePercentage }),
    ...(change.transactionFeePercentage !== undefined && { transactionFeePercentage }),
    ...(isAboutTarget && { supplyTarget, supplyTargetMoves }),
  }
}

const withoutTime = ({ updatedAt: _updatedAt, ...settings }: Settings) => settings
