import { formatHundredths } from '../../../platform/decimal.ts'
import { BONUS_KINDS } from '../../wallet/contract.ts'
import { formatTenths } from '../../wallet/index.ts'
import type { MarketMonth } from '../contract.ts'
import { presentTarget } from './present-target.ts'
import type { MonthRow } from './month-rows.ts'

/** One digit behind the point. */
const rounded = (value: number) => Math.round(value * 10) / 10
const percent = (part: number, whole: number) => (whole > 0 ? rounded((100 * part) / whole) : null)

/** All of a month, for those who look after the market. */
export function presentForAdmin(row: MonthRow): MarketMonth {
  const supply = Number(row.supply)
  const spendable = supply - Number(row.idle)
  return {
    month: row.month,
    complete: row.complete,
    supply: formatHundredths(row.supply),
    escrow: formatHundredths(row.escrow),
    minted: Object.fromEntries(
      BONUS_KINDS.map((kind) => [
        kind,
        formatHundredths(BigInt(row.minted.find(({ reason }) => reason === kind)?.amount ?? 0)),
      ]),
    ) as MarketMonth['minted'],
    burnt: formatHundredths(row.burnt),
    members: row.members,
    activeMembers: row.active_members,
    listings: row.listings,
    trades: row.trades,
    factor: formatTenths(row.tenths),
    ...presentTarget(row),
    tokensAMember: row.active_members > 0 ? rounded(spendable / 100 / row.active_members) : null,
    onOffer: row.on_offer,
    tokensAListing: row.on_offer ? rounded(spendable / 100 / row.on_offer) : null,
    idlePercent: percent(Number(row.idle), supply),
    soldInTimePercent: percent(row.sold_in_time, row.tried),
    medianDaysToSale: row.median_days_to_sale === null ? null : Number(row.median_days_to_sale),
    searchesMissed: row.searches_missed,
    wantsUnpaid: row.wants_unpaid,
    shortMembers: row.short_members,
    inVainMembers: row.in_vain_members,
    noShows: row.no_shows,
    problems: row.problems,
    firstAnswerMinutes: row.first_answer_minutes === null ? null : Number(row.first_answer_minutes),
  }
}
