import { decimal, type Check } from '../../../platform/audit.ts'
import { words } from '../../../platform/language/words.ts'
import { MAILBOXES_SINCE, MEMBER_ROWS } from '../../identity/index.ts'
import { BONUS_TOKENS } from '../contract.ts'
import { MINT } from '../ledger/account.ts'
import { tenthsIn } from '../supply/factor.ts'

/** Whether another account of that member's mailbox was paid under the same key with its own id in it. */
const paidToSibling = (member: string, key: (id: string) => string) => `exists (
  select from ${MEMBER_ROWS} mine join ${MEMBER_ROWS} other on other.mailbox = mine.mailbox
  join transfer instead on instead.id = ${key('other.id')}
  where mine.id = ${member}
)`

/** The part of these hundredths that a month pays. */
const shareOf = (amount: string, month: string) => `(${amount}) * ${tenthsIn(month)} / 10`

const hundredths = (whole: number) => String(whole * 100)
const [second, third, later] = BONUS_TOKENS.streak_bonus

/**
 * Each bonus kind: what its key, its amount and its reason have to be; `bonus.part` are the parts of the key. Whether
 * first sales and referrals have a delivered purchase is for purchasing to check.
 */
const REASONS: { kind: keyof typeof BONUS_TOKENS; key: string; amount: string; reason: string }[] = [
  {
    kind: 'welcome_bonus',
    key: "'welcome:' || bonus.credit",
    amount: hundredths(BONUS_TOKENS.welcome_bonus),
    reason: 'exists (select from account where account.id = bonus.credit and account.created_at = bonus.created_at)',
  },
  {
    kind: 'first_listing',
    key: "'first_listing:' || bonus.credit",
    amount: hundredths(BONUS_TOKENS.first_listing),
    reason: `exists (
      select from ${MEMBER_ROWS} member where member.id = bonus.credit and member.first_listing_at is not null
    )`,
  },
  {
    kind: 'first_sale',
    key: "'first_sale:' || bonus.credit",
    amount: hundredths(BONUS_TOKENS.first_sale),
    reason: 'true',
  },
  {
    kind: 'monthly_combo',
    key: "'combo:' || bonus.credit || ':' || bonus.part[3]",
    amount: shareOf(hundredths(BONUS_TOKENS.monthly_combo), 'bonus.part[3]'),
    reason: `(
      select count(distinct activity.kind) = 2 from activity
      where activity.member_id = bonus.credit and activity.month = bonus.part[3] and activity.counted_at is not null
    )`,
  },
  {
    kind: 'streak_bonus',
    key: "'streak:' || bonus.credit || ':' || bonus.part[3]",
    amount: shareOf(
      `select case streak.months when 2 then ${hundredths(second)} when 3 then ${hundredths(third)} else ${hundredths(later)} end
      from streak where streak.member_id = bonus.credit and streak.month = bonus.part[3]`,
      'bonus.part[3]',
    ),
    reason: `exists (
      select from streak where streak.member_id = bonus.credit and streak.month = bonus.part[3] and streak.months > 1
    )`,
  },
  {
    kind: 'referral_bonus',
    key: "'referral:' || bonus.part[2]",
    amount: hundredths(BONUS_TOKENS.referral_bonus),
    reason: `exists (
      select from ${MEMBER_ROWS} member where member.id::text = bonus.part[2] and member.referred_by = bonus.credit
    )`,
  },
]

export const BONUS_CHECKS: Check[] = [
  ...REASONS.map(({ kind, key, amount, reason }) => ({
    name: kind.replace('_', '-'),
    rule: `each ${kind} is under its own key, of the right amount, and has its reason`,
    sql: `
      with bonus as (select transfer.*, string_to_array(id, ':') as part from transfer where kind = '${kind}')
      select array[bonus.id, bonus.credit::text] as ids, bonus.created_at as since,
        case
          when bonus.id is distinct from ${key} then 'the key does not name the member who was paid'
          when not ${reason} then 'nothing earned it'
          else format('is %s instead of %s', ${decimal('bonus.amount')}, ${decimal(amount)})
        end as problem
      from bonus
      where bonus.id is distinct from ${key} or not ${reason} or bonus.amount is distinct from ${amount}`,
  })),
  {
    name: 'welcome',
    rule: words('every account was opened with its welcome bonus, but the second of a mailbox'),
    sql: `
      select array[account.id::text] as ids, account.created_at as since, 'was opened without the welcome bonus' as problem
      from account left join transfer on transfer.id = 'welcome:' || account.id
      where account.kind = 'member' and transfer.id is null
        and not ${paidToSibling('account.id', (id) => `'welcome:' || ${id}`)}`,
  },
  {
    name: 'streaks',
    rule: words(
      'a settled month was active, follows from the month before, and was paid; a current streak is one of them',
    ),
    sql: `
      select array[streak.member_id::text, streak.month] as ids, streak.settled_at as since,
        case
          when not active.there then 'was settled without a listing or sale that counts'
          when streak.months <> coalesce(before.months, 0) + 1 then
            format('is number %s in a row, but the month before is number %s', streak.months, coalesce(before.months, 0))
          else format('is number %s in a row, but was not paid', streak.months)
        end as problem
      from streak
      left join streak before on before.member_id = streak.member_id
        and before.month = to_char(to_date(streak.month, 'YYYY-MM') - interval '1 month', 'YYYY-MM')
      left join transfer on transfer.id = 'streak:' || streak.member_id || ':' || streak.month
      cross join lateral (
        select exists (
          select from activity
          where activity.member_id = streak.member_id and activity.month = streak.month and activity.counted_at is not null
        ) as there
      ) active
      where not active.there or streak.months <> coalesce(before.months, 0) + 1
        or streak.months > 1 and transfer.id is null and ${tenthsIn('streak.month')} > 0
          and not ${paidToSibling('streak.member_id', (id) => `'streak:' || ${id} || ':' || streak.month`)}
      union all
      select array[member.id::text], member.updated_at, format('has a streak of %s, but never had one', current_streak)
      from ${MEMBER_ROWS} member
      where current_streak > 0 and not exists (
        select from streak where streak.member_id = member.id and streak.months = member.current_streak
      )`,
  },
  {
    name: 'activity',
    rule: words('no activity counts for a month that it was not done in'),
    sql: `
      select array[reference] as ids, occurred_at as since, format('stands in %s, but was done at %s', month, occurred_at) as problem
      from activity where month not between
        to_char(occurred_at - interval '14 hours', 'YYYY-MM') and to_char(occurred_at + interval '14 hours', 'YYYY-MM')`,
  },
  {
    name: 'mailboxes',
    rule: words('no bonus was paid twice to one mailbox'),
    sql: `
      select array_agg(bonus.id order by bonus.seq) as ids, max(bonus.created_at) as since,
        format('%s was paid %s times to one mailbox', bonus.kind, count(*)) as problem
      from transfer bonus join ${MEMBER_ROWS} owner on owner.id::text = split_part(bonus.id, ':', 2)
      where bonus.debit = '${MINT}'
      group by bonus.kind, owner.mailbox, split_part(bonus.id, ':', 3)
      having count(*) > 1 and max(bonus.created_at) > ${MAILBOXES_SINCE}`,
  },
  {
    name: 'unpaid',
    rule: words('what counted listings and sales have earned was paid'),
    sql: `
      select distinct on (earned.key) array[earned.member_id::text, earned.reference] as ids, earned.counted_at as since,
        format('has earned %s, but was not paid', earned.kind) as problem
      from (
        select activity.*, 'first_listing' as bonus, 'first_listing:' as prefix, '' as suffix from activity where kind = 'listing'
        union all select activity.*, 'first_sale', 'first_sale:', '' from activity where kind = 'sale'
        union all select activity.*, 'monthly_combo', 'combo:', ':' || month from activity where kind = 'sale' and exists (
          select from activity listed where listed.kind = 'listing' and listed.counted_at is not null
            and (listed.member_id, listed.month) = (activity.member_id, activity.month)
        ) and ${tenthsIn('activity.month')} > 0
      ) due
      cross join lateral (
        select due.member_id, due.reference, due.counted_at, due.bonus as kind, prefix || due.member_id || suffix as key
      ) earned
      where due.counted_at is not null and not exists (select from transfer where transfer.id = earned.key)
        and not ${paidToSibling('earned.member_id', (id) => `due.prefix || ${id} || due.suffix`)}
      order by earned.key, earned.counted_at`,
  },
]
