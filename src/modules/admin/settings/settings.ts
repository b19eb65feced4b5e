import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { formatHundredths, parseHundredths } from '../../../platform/decimal.ts'
import { readFees, readTarget, setFees, setTarget } from '../../wallet/index.ts'
import { writeAsAdmin } from '../log/admin-action.ts'
import type { Settings } from './contract.ts'

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
export async function updateSettings(
  ctx: Context,
  change: {
    actorId: string
    processingFeePercentage?: string | undefined
    transactionFeePercentage?: string | undefined
    supplyTarget?: string | null | undefined
    supplyTargetMoves?: boolean | undefined
  },
): Promise<Settings> {
  return writeAsAdmin(ctx, change.actorId, async (trx, now) => {
    const before = await readSettings(trx)
    const { processingFeePercentage: processing, transactionFeePercentage: transaction } = change
    await setFees(trx, { processing, transaction, now })
    const { supplyTarget, supplyTargetMoves: moves } = change
    if (supplyTarget !== undefined || moves !== undefined) {
      const target = supplyTarget == null ? supplyTarget : parseHundredths(supplyTarget)
      await setTarget(trx, { target, moves, now })
    }
    const after = await readSettings(trx)
    return {
      change: {
        action: 'settings.update',
        subject: 'settings',
        before: withoutTime(before),
        after: withoutTime(after),
      },
      result: after,
    }
  })
}

const withoutTime = ({ updatedAt: _updatedAt, ...settings }: Settings) => settings
