import { LISTING_ROWS } from '../../catalog/index.ts'
import { ABSENCE_ROWS, PROBLEM_ROWS } from '../../handover/index.ts'
import { MEMBER_ROWS } from '../../identity/index.ts'
import { FIRST_ANSWERS } from '../../messaging/index.ts'
import { ACTIVE_MEMBERS, HELD_LINES, LINE_ROWS } from '../../purchasing/index.ts'
import { BALANCES, TRANSFER_ROWS } from '../../wallet/index.ts'

const UNTIL = ':until::timestamptz'
const DURING = (time: string) => `${time} >= :begins::timestamptz and ${time} < ${UNTIL}`
const NOT_YET = (time: string) => `(${time} is null or ${time} >= ${UNTIL})`
/** A transfer that is no hold, release, refund or fee was minted. */
const MINTS = `kind not in ('hold', 'release', 'void', 'fee')`
/** For how long a listing stands before it is asked whether it was sold in time. */
const IN_TIME = `interval '336 hours'`

/** Things that were delivered, between two times as SQL, and how many members gave and took them. */
export const TRADED = (begins: string, until: string) => `(
  select count(distinct reference)::int as things, count(distinct person)::int as members
  from ${LINE_ROWS} line, unnest(array[seller_id, buyer_id]) person
  where delivered_at >= ${begins} and delivered_at < ${until}
)`

/** Counts a month, or again one that is not complete. A figure comes with how many members it is about. */
export const FIGURES = `
  insert into economy_month (
    month, begins_at, ends_at, counted_until, complete, members, active_members, supply, escrow, escrow_members, idle,
    burnt, burnt_members, listings, listing_members, trades, trade_members, tried, sold_in_time, median_days_to_sale,
    searches_missed, wants_unpaid, short_members, in_vain_members, no_shows, problems, first_answer_minutes, answer_members,
    counts_gifts, on_offer
  )
  with active as materialized (select member_id from ${ACTIVE_MEMBERS(UNTIL)} active),
  tokens as (
    select
      coalesce(sum(balance) filter (where kind in ('member', 'escrow')), 0)::int8 as supply,
      coalesce(sum(balance) filter (where kind = 'escrow'), 0)::int8 as escrow,
      coalesce(sum(balance) filter (where kind = 'member' and id not in (select member_id from active)), 0)::int8 as idle
    from ${BALANCES(UNTIL)} account
  ),
  burnt as (
    select coalesce(sum(fee.amount), 0)::int8 as tokens, count(distinct hold.debit) as members
    from ${TRANSFER_ROWS} fee join ${TRANSFER_ROWS} hold on hold.id = fee.reference || ':hold'
    where fee.kind = 'fee' and ${DURING('fee.created_at')}
  )
  select :month, :begins, :ends, ${UNTIL}, :complete,
    (select count(*) from ${MEMBER_ROWS} member where created_at < ${UNTIL}),
    (select count(*) from active),
    supply, escrow,
    (
      select count(distinct hold.debit) from ${TRANSFER_ROWS} hold
      where hold.created_at < ${UNTIL} and hold.id in (
        select reference || ':hold' from ${HELD_LINES} held
        union all
        select reference || ':hold' from ${TRANSFER_ROWS} resolution
        where kind in ('release', 'void') and created_at >= ${UNTIL}
      )
    ),
    idle, burnt.tokens, burnt.members,
    listed.things, listed.members, traded.things, traded.members, tried.things, tried.sold, sold.days, :missed::int,
    :wants::int, :short::int, :inVain::int,
    (select count(*) from ${ABSENCE_ROWS} absence where ${DURING('counted_at')}),
    (select count(*) from ${PROBLEM_ROWS} problem where ${DURING('reported_at')}),
    answered.minutes, answered.members, true, offered.things
  from tokens, burnt,
    (
      select count(*) as things, count(distinct seller_id) as members from ${LISTING_ROWS} listing
      where ${DURING('created_at')}
    ) listed,
    (
      select count(*) as things from ${LISTING_ROWS} listing
      where created_at < ${UNTIL} and ${NOT_YET('claimed_at')} and ${NOT_YET('withdrawn_at')} and ${NOT_YET('hidden_at')}
    ) offered,
    ${TRADED(':begins::timestamptz', UNTIL)} traded,
    (
      select count(*) as things, count(*) filter (where purchased_at < created_at + ${IN_TIME}) as sold
      from ${LISTING_ROWS} listing
      where created_at >= :begins::timestamptz - ${IN_TIME} and created_at < ${UNTIL} - ${IN_TIME}
    ) tried,
    (
      select round((percentile_cont(0.5) within group (order by extract(epoch from purchased_at - created_at)) / 86400)::numeric, 1) as days
      from ${LISTING_ROWS} listing where ${DURING('purchased_at')}
    ) sold,
    (
      select round((percentile_cont(0.5) within group (order by seconds) / 60)::numeric, 1) as minutes, count(distinct owner_id) as members
      from ${FIRST_ANSWERS} answer
      where begun_at < ${UNTIL} and last_message_at >= :begins::timestamptz
        and asked_by = participant_id and ${DURING('answered_at')}
    ) answered
  on conflict (month) do update set
    counted_until = excluded.counted_until, complete = excluded.complete, members = excluded.members,
    active_members = excluded.active_members, supply = excluded.supply, escrow = excluded.escrow,
    escrow_members = excluded.escrow_members, idle = excluded.idle, burnt = excluded.burnt,
    burnt_members = excluded.burnt_members, listings = excluded.listings, listing_members = excluded.listing_members,
    trades = excluded.trades, trade_members = excluded.trade_members, tried = excluded.tried,
    sold_in_time = excluded.sold_in_time, median_days_to_sale = excluded.median_days_to_sale,
    searches_missed = excluded.searches_missed, wants_unpaid = excluded.wants_unpaid,
    short_members = excluded.short_members, in_vain_members = excluded.in_vain_members, no_shows = excluded.no_shows,
    problems = excluded.problems, first_answer_minutes = excluded.first_answer_minutes,
    answer_members = excluded.answer_members, counts_gifts = excluded.counts_gifts,
    on_offer = excluded.on_offer`

/** Tokens minted in the month, by reason. */
export const MINTED = `
  insert into economy_minted (month, reason, amount, members)
  select :month, kind, sum(amount), count(*) from (
    select kind, credit, sum(amount) as amount from ${TRANSFER_ROWS} transfer
    where ${MINTS} and ${DURING('created_at')} group by kind, credit
  ) of_member group by kind`
