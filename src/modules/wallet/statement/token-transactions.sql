-- A line for each thing; the card fee of an order stands in the line of its first.
drop view if exists token_transactions;
create view token_transactions as
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
      else line.listing_id
    end as listing_id,
    case when transfer.kind = 'hold' and purchase.paid_at is not null and line.number = 1
      then purchase.card_amount_cents else 0
    end as platform_fee_cents,
    case when transfer.kind in ('hold', 'void') then purchase.payment_intent_id end as payment_intent_id,
    transfer.created_at,
    transfer.facts,
    coalesce(purchase.currency, 'usd') as currency
  from entry
  join account on account.id = entry.account_id and account.kind = 'member'
  join transfer on transfer.id = entry.transfer_id
  left join purchase_line line on line.reference = transfer.reference
  left join purchase on purchase.id = line.purchase_id
  union all
  -- No tokens move for a thing that costs none. It comes after the member's last entry of that time.
  select
    overlay(overlay(md5(line.reference || ':free') placing '8' from 13) placing 'a' from 17)::uuid,
    purchase.buyer_id,
    coalesce(last.version, 0),
    'purchase_item',
    0::bigint,
    coalesce(last.balance_after, 0),
    '',
    line.listing_id,
    case when line.number = 1 then purchase.card_amount_cents else 0 end,
    purchase.payment_intent_id,
    purchase.paid_at,
    jsonb_build_object('title', line.listing_title),
    purchase.currency
  from purchase_line line
  join purchase on purchase.id = line.purchase_id
  left join lateral (
    select entry.version, entry.balance_after
    from entry join transfer on transfer.id = entry.transfer_id
    where entry.account_id = purchase.buyer_id and transfer.created_at <= purchase.paid_at
    order by entry.version desc limit 1
  ) last on true
  where purchase.paid_at is not null and line.price + line.fee = 0;
