import { formatHundredths } from '../../../platform/decimal.ts'
import { BONUS_KINDS, type BonusKind } from '../../wallet/contract.ts'
import { formatTenths } from '../../wallet/index.ts'
import type { EconomyMonth } from '../contract.ts'
import { presentTarget } from './present-target.ts'
import type { MonthRow } from './month-rows.ts'

/** Below that many, a figure could be told to be somebody's. */
const ENOUGH = 5

/** The public part of a month: no figure that is about one to four members, and none in a market of so few. */
export function presentMonth(row: MonthRow): EconomyMonth {
  const shown = <T>(members: number | null, figure: T): T | null =>
    row.members >= ENOUGH && (members === 0 || (members ?? 0) >= ENOUGH) ? figure : null
  const hidden = hiddenReasons(row)
  const minted = Object.fromEntries(
    BONUS_KINDS.map((kind) => [
      kind,
      hidden.has(kind) ? null : shown(ENOUGH, formatHundredths(BigInt(mintedFor(row, kind)?.amount ?? 0))),
    ]),
  ) as EconomyMonth['minted']
  return {
    month: row.month,
    complete: row.complete,
    supply: shown(row.members, formatHundredths(row.supply)),
    escrow: shown(row.escrow_members, formatHundredths(row.escrow)),
    minted,
    burnt: hidden.size === 1 ? null : shown(row.burnt_members, formatHundredths(row.burnt)),
    activeMembers: shown(row.active_members, row.active_members),
    listings: shown(row.listing_members, row.listings),
    trades: shown(row.trade_members, row.trades),
    factor: formatTenths(row.tenths),
    ...presentTarget(row),
    wantsUnpaid: shown(row.short_members, row.wants_unpaid),
    shortMembers: shown(row.short_members, row.short_members),
    inVainMembers: shown(row.in_vain_members, row.in_vain_members),
    firstAnswerMinutes: shown(
      row.answer_members,
      row.first_answer_minutes === null ? null : Number(row.first_answer_minutes),
    ),
  }
}

const mintedFor = (row: MonthRow, kind: BonusKind) => row.minted.find(({ reason }) => reason === kind)

/**
 * The reasons that paid fewer than five members. A single one could be told from the supply and the others: so the one
 * with the next fewest members goes with it. Where there is none, what was burnt is left out in its place.
 */
function hiddenReasons({ minted }: MonthRow): Set<BonusKind> {
  const byMembers = minted.toSorted((one, other) => one.members - other.members)
  const few = byMembers.filter(({ members }) => members < ENOUGH)
  const hidden = few.length === 1 ? byMembers.slice(0, 2) : few
  return new Set(hidden.map(({ reason }) => reason))
}
