import { tokens, type Audited, type Check } from '../../../platform/audit.ts'
import { PENDING_JOBS } from '../../../platform/job-report.ts'
import { LISTING_ROWS } from '../../catalog/index.ts'
import { ACTIVITY_ROWS, TRANSFER_ROWS } from '../../wallet/index.ts'
import { HISTORY_CHECKS, PURCHASE_HISTORY } from './history-checks.ts'

/** What must hold between purchases, listings and the ledger. */
const PURCHASE_CHECKS: Check[] = [
  {
    name: 'purchases',
    rule: 'a purchase holds its price and fee while it is open, has released them when delivered, and given them back otherwise',
    sql: `
      select array[purchase.id::text] as ids,
        coalesce(purchase.expired_at, purchase.delivered_at, purchase.cancelled_at, purchase.paid_at, purchase.reserved_at) as since,
        format('is %s with price %s and fee %s, but its buyer holds %s, released are %s to %s and %s in fees, given back %s',
          purchase.state, ${tokens('purchase.price')}, ${tokens('purchase.fee')},
          coalesce(${tokens('hold.amount')}, 'nothing') || coalesce(' since ' || hold.created_at, ''),
          coalesce(${tokens('release.amount')}, 'nothing'), coalesce(release.credit::text, 'nobody'),
          coalesce(${tokens('fee.amount')}, 'nothing'), coalesce(${tokens('void.amount')}, 'nothing')) as problem
      from purchase
      left join ${TRANSFER_ROWS} hold on hold.id = 'purchase:' || purchase.id || ':hold'
      left join ${TRANSFER_ROWS} release on release.id = 'purchase:' || purchase.id || ':release'
      left join ${TRANSFER_ROWS} fee on fee.id = 'purchase:' || purchase.id || ':fee'
      left join ${TRANSFER_ROWS} void on void.id = 'purchase:' || purchase.id || ':void'
      where coalesce(hold.amount, 0) <> purchase.price + purchase.fee
        or hold.debit <> purchase.buyer_id or hold.created_at <> purchase.reserved_at
        or (release.id is not null) <> (purchase.state = 'delivered' and hold.id is not null)
        or coalesce(release.amount, purchase.price) <> purchase.price
        or release.credit <> purchase.seller_id or release.created_at <> purchase.delivered_at
        or coalesce(fee.amount, 0) <> case when purchase.state = 'delivered' then purchase.fee else 0 end
        or (void.id is not null) <> (
          hold.id is not null and purchase.state in ('expired', 'refund_due', 'refunded', 'refund_failed')
        )
        or void.created_at <> coalesce(purchase.expired_at, purchase.cancelled_at)
      union all
      select array[transfer.id], transfer.created_at, 'belongs to no purchase'
      from ${TRANSFER_ROWS} transfer left join purchase on transfer.reference = 'purchase:' || purchase.id
      where transfer.kind in ('hold', 'release', 'fee', 'void') and purchase.id is null`,
  },
  {
    name: 'fees',
    rule: 'a fee is the price times the percentage, rounded half up to hundredths',
    sql: `
      select array[purchase.id::text] as ids, purchase.reserved_at as since,
        format('%s%% of %s is %s, but the fee is %s', fee_percentage, ${tokens('price')}, ${tokens('right_fee')},
          ${tokens('fee')}) as problem
      from purchase, lateral (select (price * (fee_percentage * 100)::bigint + 5000) / 10000 as right_fee) computed
      where fee <> right_fee`,
  },
  {
    name: 'live-purchases',
    rule: 'a listing belongs to at most one purchase that is not over',
    sql: `
      select array_agg(id::text) || listing_id::text as ids, max(reserved_at) as since,
        format('%s live purchases of one listing', count(*)) as problem
      from purchase where state in ('reserved', 'paid', 'disputed', 'delivered')
      group by listing_id having count(*) > 1`,
  },
  {
    name: 'listings',
    rule: 'a listing is reserved, claimed and delivered exactly as its purchase says',
    sql: `
      select array_remove(array[listing.id::text, purchase.id::text], null) as ids, listing.updated_at as since,
        format('is %s (buyer %s, %s in escrow, %s), but its purchase is %s (buyer %s, price %s)', listing.status,
          coalesce(listing.buyer_id::text, 'nobody'), ${tokens('listing.tokens_in_escrow')},
          case when listing.delivery_confirmed_at is null then 'not delivered' else 'delivered' end,
          coalesce(purchase.state, 'none'), coalesce(purchase.buyer_id::text, 'nobody'),
          coalesce(${tokens('purchase.price')}, 'none')) as problem
      from ${LISTING_ROWS} listing
      left join purchase on purchase.listing_id = listing.id
        and purchase.state in ('reserved', 'paid', 'disputed', 'delivered')
      where (listing.status = 'reserved') <> (purchase.state is not distinct from 'reserved')
        or listing.buyer_id is distinct from case when purchase.state <> 'reserved' then purchase.buyer_id end
        or listing.tokens_in_escrow <> case when purchase.state in ('paid', 'disputed') then purchase.price else 0 end
        or listing.delivery_confirmed_at is distinct from purchase.delivered_at
        or listing.purchased_at is distinct from purchase.paid_at
        or (purchase.state <> 'reserved' and listing.status <> 'claimed')
        or purchase.seller_id <> listing.seller_id
      union all
      select array[purchase.id::text, purchase.listing_id::text], purchase.reserved_at,
        format('is %s, but its listing is gone', purchase.state)
      from purchase left join ${LISTING_ROWS} listing on listing.id = purchase.listing_id
      where purchase.state in ('reserved', 'paid', 'disputed', 'delivered') and listing.id is null`,
  },
  {
    name: 'sale-bonuses',
    rule: 'first sales and referrals were rewarded for a delivered purchase',
    sql: `
      select array[bonus.id, bonus.reference] as ids, bonus.created_at as since,
        'no delivered purchase earned it' as problem
      from ${TRANSFER_ROWS} bonus
      left join purchase on 'purchase:' || purchase.id = bonus.reference
        and purchase.seller_id = bonus.credit and purchase.state = 'delivered'
      where bonus.kind = 'first_sale' and purchase.id is null
      union all
      select array[bonus.id], bonus.created_at, 'the invited member has no delivered purchase or sale'
      from ${TRANSFER_ROWS} bonus
      left join (
        select buyer_id::text as id from purchase where state = 'delivered'
        union select seller_id::text from purchase where state = 'delivered'
      ) trader on trader.id = split_part(bonus.id, ':', 2)
      where bonus.kind = 'referral_bonus' and trader.id is null`,
  },
  {
    name: 'unrewarded',
    rule: 'what was delivered or listed was noted for its bonuses, or a job is still at it',
    sql: `
      select array[purchase.id::text] as ids, purchase.delivered_at as since,
        'was delivered, but its bonuses were never paid' as problem
      from purchase
      where purchase.state = 'delivered' and purchase.earns_nothing is null
        and not exists (
          select from ${ACTIVITY_ROWS} activity
          where activity.member_id = purchase.seller_id and activity.buyer_id = purchase.buyer_id
        )
        and not exists (
          select from ${PENDING_JOBS} job where job.name = 'wallet.reward-sale' and job.data ->> 'purchaseId' = purchase.id::text
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
    rule: 'a sale that counts for a month was delivered in it, by this member to this buyer',
    sql: `
      select array[activity.reference] as ids, activity.occurred_at as since,
        'no such sale was delivered by this member to this buyer' as problem
      from ${ACTIVITY_ROWS} activity
      left join purchase on 'purchase:' || purchase.id = activity.reference and purchase.state = 'delivered'
      where activity.kind = 'sale' and (
        purchase.seller_id is distinct from activity.member_id or purchase.buyer_id is distinct from activity.buyer_id
        or purchase.delivered_at <> activity.occurred_at
      )`,
  },
]

export const PURCHASING_AUDIT: Audited = {
  counts: {
    purchases: 'select count(*) from purchase',
    delivered: `select count(*) from purchase where state = 'delivered'`,
  },
  checks: [...PURCHASE_CHECKS, ...HISTORY_CHECKS],
  histories: [PURCHASE_HISTORY],
}
