import type { SupplyFigures } from './supply-figures.ts'

/**
 * The tokens of each ten that a month's repeatable bonuses pay: as many tenths of what they are expected to cost as fit
 * into the room that the target leaves, once-only bonuses served first.
 * @param target hundredths of a token for each active member
 */
export function tenthsFor(target: bigint, { supply, activeMembers, onceOnly, expected }: SupplyFigures): number {
  const room = target * BigInt(activeMembers) - supply - onceOnly
  if (room <= 0n) return 0
  if (room >= expected) return 10
  return Number((room * 10n) / expected)
}

/** A target may move by a tenth a month, either way. */
export function reachOf(target: bigint): { low: bigint; high: bigint } {
  return { low: (target * 9n + 9n) / 10n, high: (target * 11n) / 10n }
}

/** `target`, or as near to it as one may come from `before` within a month. */
export function within(target: bigint, before: bigint | undefined): bigint {
  if (before === undefined) return target
  const { low, high } = reachOf(before)
  return target < low ? low : target > high ? high : target
}
