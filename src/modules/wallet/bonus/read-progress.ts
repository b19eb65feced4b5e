import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { accountsOfMailboxes, Member } from '../../identity/index.ts'
import { bonuses, keysOf } from './bonuses.ts'
import { BONUS_KINDS, BONUS_TOKENS, type BonusKind, type BonusProgress, type TokenProgress } from '../contract.ts'
import { monthAfter, monthBefore, type Month } from './month.ts'
import { ALL, readShare } from '../supply/factor.ts'

type ThisMonth = TokenProgress['thisMonth']

/** A member's progress towards each bonus in `month`, the current one. */
export async function readProgress(reader: Reader, memberId: string, month: Month): Promise<TokenProgress> {
  const thisMonth = await readMonth(reader, memberId, month)
  const active = thisMonth.listing === 'done' || thisMonth.sale === 'done'
  const before = await streakBefore(reader, memberId, month)
  const paid = await readPaid(reader, memberId)
  const had = await readHad(reader, memberId, month)
  const { tenths, share } = await readShare(reader, { thisMonth: month, nextMonth: monthAfter(month) })
  const isDone: Record<BonusKind, boolean> = {
    welcome_bonus: had.has('welcome_bonus'),
    first_listing: had.has('first_listing'),
    first_sale: had.has('first_sale'),
    monthly_combo:
      had.has('monthly_combo') || (tenths === 0 && thisMonth.listing === 'done' && thisMonth.sale === 'done'),
    streak_bonus: active && before > 0,
    referral_bonus: false,
  }
  const standing = await hasStandingListing(reader, memberId)
  const present = (kind: BonusKind): BonusProgress => ({
    kind,
    done: isDone[kind],
    waiting: kind === 'first_listing' && !isDone[kind] && standing,
    reward: formatHundredths(BigInt(10 * rewardOf(kind, before) * (REPEATABLE.has(kind) ? tenths : ALL))),
    times: paid.get(kind)?.times ?? 0,
    earned: formatHundredths(paid.get(kind)?.earned ?? 0n),
  })
  return {
    bonuses: BONUS_KINDS.map(present),
    thisMonth,
    share,
    streak: before + (active ? 1 : 0),
    friends: {
      joined: await Member.query(reader).where('referred_by', memberId).resultSize(),
      traded: paid.get('referral_bonus')?.times ?? 0,
    },
  }
}

const REPEATABLE: ReadonlySet<BonusKind> = new Set(['monthly_combo', 'streak_bonus'])

/** The tokens that come next, where the month pays all of them, where `before` active months in a row have ended. */
function rewardOf(kind: BonusKind, before: number): number {
  if (kind !== 'streak_bonus') return BONUS_TOKENS[kind]
  return before === 0 ? 0 : (BONUS_TOKENS.streak_bonus[Math.min(before, 3) - 1] ?? 0)
}

/** Active months in a row that ended before `month`: those that are settled, and those that the next night will settle. */
async function streakBefore(reader: Reader, memberId: string, month: Month): Promise<number> {
  const settled = new Map((await reader('streak').where('member_id', memberId)).map((one) => [one.month, one.months]))
  const active = new Set(
    await reader('activity').where('member_id', memberId).whereNotNull('counted_at').distinct().pluck('month'),
  )
  let unsettled = 0
  let before = monthBefore(month)
  for (; active.has(before) && !settled.has(before); before = monthBefore(before)) unsettled += 1
  return unsettled + (settled.get(before) ?? 0)
}

async function readMonth(reader: Reader, memberId: string, month: Month): Promise<ThisMonth> {
  const { rows } = await reader.raw<{ rows: { listed: boolean; waiting: boolean; sold: boolean }[] }>(
    `select coalesce(bool_or(kind = 'listing' and counted_at is not null), false) as listed,
       coalesce(bool_or(kind = 'listing' and counted_at is null and counts_from is not null), false) as waiting,
       coalesce(bool_or(kind = 'sale'), false) as sold
     from activity where member_id = ? and month = ?`,
    [memberId, month],
  )
  const [found] = rows
  return {
    month,
    listing: found?.listed ? 'done' : found?.waiting ? 'waiting' : 'open',
    sale: found?.sold ? 'done' : 'open',
  }
}

/** The bonuses that come once, ever or in this month, and that the member's mailbox has had, with whatever account. */
async function readHad(reader: Reader, memberId: string, month: Month): Promise<Set<string>> {
  const accounts = await accountsOfMailboxes(reader, [memberId])
  const once = [
    bonuses.welcome(memberId),
    bonuses.firstListing(memberId, ''),
    bonuses.firstSale(memberId, ''),
    bonuses.monthlyCombo(memberId, month),
  ]
  const keys = once.flatMap((bonus) => keysOf(bonus, accounts))
  return new Set(await reader('transfer').whereIn('id', keys).pluck('kind'))
}

/** Whether a listing stands that has yet to count. */
async function hasStandingListing(reader: Reader, memberId: string): Promise<boolean> {
  const standing = await reader('activity')
    .where({ member_id: memberId, kind: 'listing' })
    .whereNull('counted_at')
    .whereNotNull('counts_from')
    .first('reference')
  return standing !== undefined
}

async function readPaid(reader: Reader, memberId: string): Promise<Map<string, { times: number; earned: bigint }>> {
  const { rows } = await reader.raw<{ rows: { type: string; times: number; earned: bigint }[] }>(
    `select transfer.kind as type, count(*)::int as times, sum(entry.amount)::int8 as earned
     from entry join transfer on transfer.id = entry.transfer_id
     where entry.account_id = ? and transfer.kind = any(?)
     group by transfer.kind`,
    [memberId, [...BONUS_KINDS]],
  )
  return new Map(rows.map(({ type, ...sum }) => [type, sum]))
}
