import { decimal, type Audited, type Check } from '../../../platform/audit.ts'
import { PENDING_JOBS } from '../../../platform/jobs/job-report.ts'
import { words } from '../../../platform/language/words.ts'
import { LISTING_ROWS } from '../../catalog/index.ts'
import { ACTIVITY_ROWS, TRANSFER_ROWS } from '../../wallet/index.ts'
import { MAX_LINES } from '../constants.ts'
import { AWAITING_DELIVERY, BOUGHT, GIVEN_BACK, IN_ESCROW, inSql, LIVE } from '../states.ts'
import { DRAW_CHECKS } from './draw-checks.ts'
import { HISTORY_CHECKS, PURCHASE_HISTORY } from './history-checks.ts'

/** Lines with what their purchase knows; one whose purchase is gone is there too. */
export const LINE_ROWS = `(
  select line.*, buyer_id, seller_id, fee_percentage, reserved_at, expired_at, paid_at
  from purchase_line line left join purchase on purchase.id = line.purchase_id
)`
/** Lines whose tokens are in escrow. */
export const HELD_LINES = `(select reference from purchase_line where state in ${inSql(IN_ESCROW)})`
/** The order, and which thing of it where that is not the only one. */
const NAMED = `array_remove(array[line.purchase_id::text, case when line.number > 1 then line.reference end], null)`

/** Orders of which something is awaited, as a relation that other checks can join. */
export const AWAITED_ORDERS = `(
  select id, paid_at from purchase
  where exists (select from purchase_line where purchase_id = purchase.id and state in ${inSql(AWAITING_DELIVERY)})
)`

const PURCHASE_CHECKS: Check[] = [
  {
    name: 'purchases',
    rule: words(
      'each thing of a purchase holds its price and fee while it is open, has released them when delivered, and given them back otherwise',
    ),
    sql: `
      select ${NAMED} as ids,
        coalesce(line.expired_at, line.delivered_at, line.cancelled_at, line.paid_at, line.reserved_at) as since,
        format('is %s with price %s and fee %s, but its buyer holds %s, released are %s to %s and %s in fees, given back %s',
          line.state, ${decimal('line.price')}, ${decimal('line.fee')},
          coalesce(${decimal('hold.amount')}, 'nothing') || coalesce(' since ' || hold.created_at, ''),
          coalesce(${decimal('release.amount')}, 'nothing'), coalesce(release.credit::text, 'nobody'),
          coalesce(${decimal('fee.amount')}, 'nothing'), coalesce(${decimal('void.amount')}, 'nothing')) as problem
      from ${LINE_ROWS} line
      left join ${TRANSFER_ROWS} hold on hold.id = line.reference || ':hold'
      left join ${TRANSFER_ROWS} release on release.id = line.reference || ':release'
      left join ${TRANSFER_ROWS} fee on fee.id = line.reference || ':fee'
      left join ${TRANSFER_ROWS} void on void.id = line.reference || ':void'
      where coalesce(hold.amount, 0) <> line.price + line.fee
        or hold.debit is distinct from case when hold.id is not null then line.buyer_id end
        or hold.created_at <> line.reserved_at
        or (release.id is not null) <> (line.state = 'delivered' and hold.id is not null)
        or coalesce(release.amount, line.price) <> line.price
        or release.credit <> line.seller_id or release.created_at <> line.delivered_at
        or coalesce(fee.amount, 0) <> case when line.state = 'delivered' then line.fee else 0 end
        or (void.id is not null) <> (hold.id is not null and line.state not in ${inSql(LIVE)})
        or void.created_at <> coalesce(line.expired_at, line.cancelled_at)
      union all
      select array[transfer.id], transfer.created_at, 'belongs to no purchase'
      from ${TRANSFER_ROWS} transfer left join purchase_line on transfer.reference = purchase_line.reference
      where transfer.kind in ('hold', 'release', 'fee', 'void') and purchase_line.reference is null`,
  },
  {
    name: 'orders',
    rule: words(
      'a purchase has as many things as the card paid for, numbered without a gap, which are reserved, paid and over as it says',
    ),
    sql: `
      select array[purchase.id::text] as ids, purchase.reserved_at as since,
        format('is %s with %s things, but has %s, of which %s fit', purchase.state, line_count, coalesce(lines.there, 0),
          coalesce(lines.fit, 0)) as problem
      from purchase
      left join (
        select purchase_id, count(*) as there, max(number) as last, count(*) filter (
          where case when state in ('reserved', 'expired') then state else 'paid' end = order_state
        ) as fit
        from (select line.*, purchase.state as order_state from purchase_line line join purchase on purchase.id = purchase_id) line
        group by purchase_id
      ) lines on lines.purchase_id = purchase.id
      where line_count is distinct from lines.there or line_count is distinct from lines.last
        or line_count is distinct from lines.fit or card_amount_cents <> processing_cents + item_cents * line_count
      union all
      select ${NAMED}, null, 'is part of a purchase that is gone'
      from ${LINE_ROWS} line where line.buyer_id is null`,
  },
  {
    name: 'added-orders',
    rule: words(
      'what was added to an order is of the same two, comes the same way, was paid after it, and costs the card its things alone; all of it is ten things at most',
    ),
    sql: `
      select array[purchase.id::text, root.id::text] as ids, purchase.reserved_at as since,
        'was added to an order that it does not go with' as problem
      from purchase left join purchase root on root.id = purchase.added_to
      where purchase.added_to is not null and not coalesce(
        root.added_to is null and root.state = 'paid' and root.paid_at <= purchase.reserved_at
          and root.buyer_id = purchase.buyer_id and root.seller_id = purchase.seller_id
          and root.delivery_method = purchase.delivery_method and purchase.processing_cents = 0
          and purchase.card_amount_cents > 0, false)
      union all
      select array[coalesce(added_to, purchase.id)::text], min(reserved_at),
        format('has %s things with what was added', count(*))
      from purchase join purchase_line line on line.purchase_id = purchase.id and line.state in ${inSql(LIVE)}
      group by coalesce(added_to, purchase.id) having count(*) > ${MAX_LINES}`,
  },
  {
    name: 'card-refunds',
    rule: words(
      'the card gets back what it paid for each thing that came to nothing, and for the order once all of it has, with what was added to it, and what was paid too late',
    ),
    sql: `
      select array[purchase.id::text] as ids, coalesce(late_payment_at, paid_at) as since,
        format('%s cents are to go back, noted are %s, and as refunds %s', due.cents, refund_cents, coalesce(owed.cents, 0)) as problem
      from purchase
      cross join lateral (
        select case
          when late_payment_at is not null then card_amount_cents
          else item_cents * count(*) filter (where state in ${inSql(GIVEN_BACK)})
            + case when count(*) filter (where state in ${inSql(GIVEN_BACK)}) = line_count and not exists (
                select from purchase added join purchase_line line on line.purchase_id = added.id
                where added.added_to = purchase.id and line.state in ${inSql(BOUGHT)}
              ) then processing_cents else 0 end
        end as cents
        from purchase_line where purchase_id = purchase.id
      ) due
      left join (select purchase_id, sum(amount_cents) as cents from card_refund group by purchase_id) owed
        on owed.purchase_id = purchase.id
      where refund_cents <> due.cents or refund_cents <> coalesce(owed.cents, 0)
      union all
      select array[line.purchase_id::text, line.reference, refund_key], cancelled_at,
        format('is %s, but its refund %s', line.state,
          case when refund.key is null then 'is not there' when failure is not null then 'failed'
            when refunded_at is not null then 'has arrived' else 'is on its way' end)
      from purchase_line line left join card_refund refund on refund.key = refund_key and refund.purchase_id = line.purchase_id
      where line.state in ${inSql(GIVEN_BACK)} and line.state is distinct from case
        when refund.key is null then null when failure is not null then 'refund_failed'
        when refunded_at is not null then 'refunded' else 'refund_due' end`,
  },
  {
    name: 'fees',
    rule: words('a fee is the price times the percentage, rounded half up to hundredths, of each thing by itself'),
    sql: `
      select ${NAMED} as ids, line.reserved_at as since,
        format('%s%% of %s is %s, but the fee is %s', fee_percentage, ${decimal('price')}, ${decimal('right_fee')},
          ${decimal('fee')}) as problem
      from ${LINE_ROWS} line, lateral (select (price * (fee_percentage * 100)::bigint + 5000) / 10000 as right_fee) computed
      where fee <> right_fee`,
  },
  {
    name: 'live-purchases',
    rule: words('a listing belongs to at most one purchase that is not over'),
    sql: `
      select array_agg(purchase_id::text) || listing_id::text as ids, max(reserved_at) as since,
        format('%s live purchases of one listing', count(*)) as problem
      from ${LINE_ROWS} line where state in ${inSql(LIVE)}
      group by listing_id having count(*) > 1`,
  },
  {
    name: 'listings',
    rule: words('a listing is reserved, claimed and delivered exactly as its purchase says'),
    sql: `
      select array_remove(array[listing.id::text, line.purchase_id::text], null) as ids, listing.updated_at as since,
        format('is %s (buyer %s, %s in escrow, %s), but its purchase is %s (buyer %s, price %s)', listing.status,
          coalesce(listing.buyer_id::text, 'nobody'), ${decimal('listing.tokens_in_escrow')},
          case when listing.delivery_confirmed_at is null then 'not delivered' else 'delivered' end,
          coalesce(line.state, 'none'), coalesce(line.buyer_id::text, 'nobody'),
          coalesce(${decimal('line.price')}, 'none')) as problem
      from ${LISTING_ROWS} listing
      left join ${LINE_ROWS} line on line.listing_id = listing.id and line.state in ${inSql(LIVE)}
      where (listing.status = 'reserved') <> (line.state is not distinct from 'reserved')
        or listing.buyer_id is distinct from case when line.state <> 'reserved' then line.buyer_id end
        or listing.tokens_in_escrow <> case when line.state in ${inSql(AWAITING_DELIVERY)} then line.price else 0 end
        or listing.delivery_confirmed_at is distinct from line.delivered_at
        or listing.purchased_at is distinct from line.paid_at
        or (line.state <> 'reserved' and listing.status <> 'claimed')
        or line.seller_id <> listing.seller_id
      union all
      select array[line.purchase_id::text, line.listing_id::text], line.reserved_at,
        format('is %s, but its listing is gone', line.state)
      from ${LINE_ROWS} line left join ${LISTING_ROWS} listing on listing.id = line.listing_id
      where line.state in ${inSql(LIVE)} and listing.id is null`,
  },
  {
    name: 'sale-bonuses',
    rule: words('first sales and referrals were rewarded for a delivered purchase'),
    sql: `
      select array[bonus.id, bonus.reference] as ids, bonus.created_at as since,
        'no delivered purchase earned it' as problem
      from ${TRANSFER_ROWS} bonus
      left join ${LINE_ROWS} line on line.reference = bonus.reference
        and line.seller_id = bonus.credit and line.state = 'delivered'
      where bonus.kind = 'first_sale' and line.reference is null
      union all
      select array[bonus.id], bonus.created_at, 'the invited member has no delivered purchase or sale'
      from ${TRANSFER_ROWS} bonus
      left join (
        select buyer_id::text as id from ${LINE_ROWS} line where state = 'delivered'
        union select seller_id::text from ${LINE_ROWS} line where state = 'delivered'
      ) trader on trader.id = split_part(bonus.id, ':', 2)
      where bonus.kind = 'referral_bonus' and trader.id is null`,
  },
  {
    name: 'unrewarded',
    rule: words('what was delivered or listed was noted for its bonuses, or a job is still at it'),
    sql: `
      select ${NAMED} as ids, line.delivered_at as since,
        'was delivered, but its bonuses were never paid' as problem
      from ${LINE_ROWS} line
      where line.state = 'delivered' and line.earns_nothing is null
        and not exists (
          select from ${ACTIVITY_ROWS} activity
          where activity.member_id = line.seller_id and activity.buyer_id = line.buyer_id
        )
        and not exists (
          select from ${PENDING_JOBS} job
          where job.name = 'wallet.reward-sale' and job.data ->> 'purchaseId' = line.purchase_id::text
        )
      union all
      select array[listing.id::text], listing.created_at, 'was listed, but never noted for its bonus'
      from ${LISTING_ROWS} listing
      where not exists (select from ${ACTIVITY_ROWS} activity where activity.reference = 'listing:' || listing.id)
        and not exists (
          select from ${PENDING_JOBS} job where job.name = 'wallet.reward-listing' and job.data ->> 'listingId' = listing.id::text
        )`,
  },
  {
    name: 'counted-sales',
    rule: words('a sale that counts for a month was delivered in it, by this member to this buyer'),
    sql: `
      select array[activity.reference] as ids, activity.occurred_at as since,
        'no such sale was delivered by this member to this buyer' as problem
      from ${ACTIVITY_ROWS} activity
      left join ${LINE_ROWS} line on line.reference = activity.reference and line.state = 'delivered'
      where activity.kind = 'sale' and (
        line.seller_id is distinct from activity.member_id or line.buyer_id is distinct from activity.buyer_id
        or line.delivered_at <> activity.occurred_at
      )`,
  },
]

export const PURCHASING_AUDIT: Audited = {
  counts: {
    purchases: {
      sql: 'select count(*) from purchase',
      said: words('{count, plural, one {# purchase} other {# purchases}}'),
    },
    delivered: {
      sql: `select count(*) from purchase_line where state = 'delivered'`,
      said: words('{count, plural, one {# thing delivered} other {# things delivered}}'),
    },
  },
  checks: [...PURCHASE_CHECKS, ...HISTORY_CHECKS, ...DRAW_CHECKS],
  histories: [PURCHASE_HISTORY],
}
