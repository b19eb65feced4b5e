import { ALL } from './factor.ts'
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

/** A target may move by a tenth a month, either way; months for which nothing was published let it go no further. */
export function reachOf(target: bigint): { low: bigint; high: bigint } {
  return { low: (target * 9n + 9n) / 10n, high: (target * 11n) / 10n }
}

/** `target`, or as near to it as one may come from `before` at once. */
function within(target: bigint, before: bigint | undefined): bigint {
  if (before === undefined) return target
  const { low, high } = reachOf(before)
  return target < low ? low : target > high ? high : target
}

/** The signs in one month that there are too few tokens, or too many: how many members it happened to. */
export interface Meters {
  activeMembers: number
  /** Members who wanted something and lacked the tokens for it. */
  short: number
  /** Members who could have paid for whatever they looked for, and did not find it. */
  inVain: number
}

/** Fewer active members say nothing. */
export const FEWEST_ACTIVE = 20
/** Where more of the active members than that were short of tokens, in percent, the target goes up. */
export const SHORT_PERCENT = 15
/** Where more than that looked in vain with tokens enough, it goes down. */
export const IN_VAIN_PERCENT = 40
/** By how much it moves in a month, in percent: half of what an admin may. */
export const STEP_PERCENT = 5

/**
 * A target that moves by itself: up where many are short of tokens, down where many have them and find nothing; not
 * where both are so. Where a month pays all of its bonuses already a higher one would change nothing, nor a lower one
 * where it pays none.
 * @param from the target in hundredths, and the tenths that the month before pays
 */
function movedTarget({ target, tenths }: { target: bigint; tenths: number }, meters: Meters | undefined): bigint {
  if (!meters || meters.activeMembers < FEWEST_ACTIVE) return target
  const isShort = meters.short * 100 > SHORT_PERCENT * meters.activeMembers
  const isIdle = meters.inVain * 100 > IN_VAIN_PERCENT * meters.activeMembers
  if (isShort === isIdle) return target
  if (isShort) return tenths === 10 ? target : (target * BigInt(100 + STEP_PERCENT)) / 100n
  return tenths === 0 ? target : (target * BigInt(100 - STEP_PERCENT) + 99n) / 100n
}

/**
 * The target of the coming month, in the market as in its model.
 * @param set the one that was set last, by the admin or by itself
 * @param before the target that was published last, undefined where none ever was, and the tenths of the month before
 */
export function comingTarget(
  set: { target: bigint; moves: boolean },
  before: { target: bigint; tenths: number } | undefined,
  meters: Meters | undefined,
): bigint {
  const { target, moves } = set
  const wished = moves ? movedTarget({ target, tenths: before?.tenths ?? ALL }, meters) : target
  return within(wished, before?.target)
}
