import type { Knex } from 'knex'

const ENTRIES = `
      select
        -- A UUID of version 8 that follows from the business key.
        overlay(overlay(md5(transfer.id) placing '8' from 13) placing 'a' from 17)::uuid as id,
        account.member_id,
        entry.version,
        case transfer.kind
          when 'hold' then 'purchase_item'
          when 'release' then 'sale'
          when 'void' then 'refund'
          else transfer.kind
        end as type,
        entry.amount,
        entry.balance_after,
        transfer.description,
        case
          when transfer.reference like 'listing:%' then substring(transfer.reference from 9)::uuid
          else purchase.listing_id
        end as listing_id,
        case when transfer.kind = 'hold' and purchase.paid_at is not null then purchase.card_amount_cents else 0 end as platform_fee_cents,
        case when transfer.kind in ('hold', 'void') then purchase.payment_intent_id end as payment_intent_id,
        transfer.created_at
      from entry
      join account on account.id = entry.account_id and account.kind = 'member'
      join transfer on transfer.id = entry.transfer_id
      left join purchase
        on purchase.id = case when transfer.reference like 'purchase:%' then substring(transfer.reference from 10)::uuid end`

// No tokens move when something costs none, so that no entry stands for it: its card fee would be nowhere. It comes after
// the member's last entry of that time, with the balance that this left.
const FREE_PURCHASES = `
      select
        overlay(overlay(md5('purchase:' || purchase.id || ':free') placing '8' from 13) placing 'a' from 17)::uuid,
        purchase.buyer_id,
        coalesce(last.version, 0),
        'purchase_item',
        0::bigint,
        coalesce(last.balance_after, 0),
        'Purchase: ' || purchase.listing_title,
        purchase.listing_id,
        purchase.card_amount_cents,
        purchase.payment_intent_id,
        purchase.paid_at
      from purchase
      left join lateral (
        select entry.version, entry.balance_after
        from entry join transfer on transfer.id = entry.transfer_id
        where entry.account_id = purchase.buyer_id and transfer.created_at <= purchase.paid_at
        order by entry.version desc limit 1
      ) last on true
      where purchase.paid_at is not null and purchase.price + purchase.fee = 0`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create or replace view token_transactions as ${ENTRIES} union all ${FREE_PURCHASES}`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`create or replace view token_transactions as ${ENTRIES}`)
}
