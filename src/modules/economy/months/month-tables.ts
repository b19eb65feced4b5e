import { csvLine, UTF8_MARK } from '../../../platform/text/csv.ts'
import { BONUS_KINDS } from '../../wallet/contract.ts'
import type { EconomyMonth, MarketMonth } from '../contract.ts'

type Cell = string | number | boolean | null
const table = (lines: Cell[][]) =>
  UTF8_MARK + lines.map((cells) => csvLine(cells.map((cell) => (cell === null ? '' : String(cell))))).join('')

const PUBLIC = [
  'supply',
  'escrow',
  'burnt',
  'activeMembers',
  'listings',
  'trades',
  'factor',
  'target',
  'movedFrom',
  'wantsUnpaid',
  'shortMembers',
  'inVainMembers',
  'firstAnswerMinutes',
] as const
const ADMINS = [
  ...PUBLIC,
  'members',
  'tokensAMember',
  'onOffer',
  'tokensAListing',
  'idlePercent',
  'soldInTimePercent',
  'medianDaysToSale',
  'searchesMissed',
  'noShows',
  'problems',
] as const

/** The months as CSV, oldest first, each column under its name in the API; what isn't shown is empty. */
export const economyTable = (months: EconomyMonth[]): string =>
  table([
    ['month', 'complete', ...PUBLIC, ...BONUS_KINDS],
    ...months.map((one) => [
      one.month,
      one.complete,
      ...PUBLIC.map((column) => one[column]),
      ...BONUS_KINDS.map((kind) => one.minted[kind]),
    ]),
  ])

/** The same with all that admins see. */
export const marketTable = (months: MarketMonth[]): string =>
  table([
    ['month', 'complete', ...ADMINS, ...BONUS_KINDS],
    ...months.map((one) => [
      one.month,
      one.complete,
      ...ADMINS.map((column) => one[column]),
      ...BONUS_KINDS.map((kind) => one.minted[kind]),
    ]),
  ])
