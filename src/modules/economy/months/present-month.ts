import { formatHundredths } from '../../../platform/decimal.ts'
import { BONUS_KINDS, type BonusKind } from '../../wallet/contract.ts'
import { formatTenths } from '../../wallet/index.ts'
import type { EconomyMonth } from '../contract.ts'
import { presentTarget } from './present-target.ts'
import type { MonthRow } from './month-rows.ts'

/** Below that many, a figure could be told to be somebody's. */
const ENOUGH = 5

/** A change of the month's supply: a reason to mint, or what was burnt. */
type Part = BonusKind | 'burnt'

/**
 * The public part of the months from the first on: no figure that is about one to four members, and none in a market of
 * so few. Nor can one be told from the others, although two supplies differ by all that was minted and burnt between them:
 * where a part of that is hidden, another about five members or more is hidden with it. A month without such a part shows
 * no supply, nor do those after it until one has.
 */
export function presentMonths(rows: MonthRow[]): EconomyMonth[] {
  // Whether something is hidden since the last supply that was shown, which the next one would tell.
  let isOwed = false
  return rows.map((row) => {
    const parts = partsOf(row)
    const few = parts.filter(({ members }) => row.members < ENOUGH || members < ENOUGH)
    const rest = parts.filter((part) => !few.includes(part))
    isOwed ||= few.length > 0
    const hidden = new Set([...few, ...(isOwed ? rest.slice(0, 1) : [])].map(({ name }) => name))
    const showsSupply = row.members >= ENOUGH && (!isOwed || rest.length > 0)
    if (showsSupply) isOwed = false
    return presentMonth(row, hidden, showsSupply)
  })
}

/** The month's parts, with how many members each is about, the fewest first. */
const partsOf = ({ minted, burnt_members }: MonthRow): { name: Part; members: number }[] =>
  [
    ...minted.map(({ reason, members }) => ({ name: reason, members })),
    ...(burnt_members > 0 ? [{ name: 'burnt' as const, members: burnt_members }] : []),
  ].toSorted((one, other) => one.members - other.members)

function presentMonth(row: MonthRow, hidden: Set<Part>, showsSupply: boolean): EconomyMonth {
  const shown = <T>(members: number | null, figure: T): T | null =>
    row.members >= ENOUGH && (members === 0 || (members ?? 0) >= ENOUGH) ? figure : null
  const partOf = (name: Part, amount: bigint) => (hidden.has(name) ? null : shown(0, formatHundredths(amount)))
  return {
    month: row.month,
    complete: row.complete,
    supply: showsSupply ? formatHundredths(row.supply) : null,
    escrow: shown(row.escrow_members, formatHundredths(row.escrow)),
    minted: Object.fromEntries(
      BONUS_KINDS.map((kind) => [kind, partOf(kind, mintedFor(row, kind))]),
    ) as EconomyMonth['minted'],
    burnt: partOf('burnt', row.burnt),
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

const mintedFor = (row: MonthRow, kind: BonusKind): bigint =>
  BigInt(row.minted.find(({ reason }) => reason === kind)?.amount ?? 0)
