import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table purchase (
      id uuid primary key,
      listing_id uuid references listing (id) on delete set null,
      listing_title text not null,
      buyer_id uuid not null references member (id),
      seller_id uuid not null references member (id) check (seller_id <> buyer_id),
      state text not null check (state in (
        'reserved', 'expired', 'paid', 'disputed', 'delivered', 'refund_due', 'refunded', 'refund_failed'
      )),
      price bigint not null check (price >= 0),
      fee bigint not null check (fee >= 0),
      fee_percentage numeric(5, 2) not null,
      delivery_method text not null check (delivery_method in ('message', 'doordash')),
      delivery_address text,
      courier_fee_cents integer check (courier_fee_cents >= 0),
      card_amount_cents integer not null default 350 check (card_amount_cents = 350),
      payment_intent_id text unique,
      refund_id text unique,
      reserved_at timestamptz not null,
      expires_at timestamptz not null check (expires_at > reserved_at),
      expired_at timestamptz,
      paid_at timestamptz,
      disputed_at timestamptz,
      dispute_reason text,
      delivered_at timestamptz,
      delivered_by text check (delivered_by in ('buyer', 'clock', 'admin')),
      cancelled_at timestamptz,
      cancelled_by text check (cancelled_by in ('seller', 'admin')),
      -- The card refund of a cancelled purchase or of a late payment: its id, when it arrived, or why it did not.
      refunded_at timestamptz,
      refund_failure text,
      reminded_day integer not null default 0 check (reminded_day in (0, 3, 7, 13)),
      -- Set when the card succeeded although the reservation was over: the money went back by itself.
      late_payment_at timestamptz,
      constraint purchase_live_has_listing check (listing_id is not null or state in ('expired', 'refund_due', 'refunded', 'refund_failed')),
      constraint purchase_address_for_courier check ((delivery_method = 'doordash') = (delivery_address is not null)),
      constraint purchase_paid_has_payment check (
        state in ('reserved', 'expired') or (paid_at is not null and payment_intent_id is not null)
      ),
      constraint purchase_unpaid_is_unpaid check (state not in ('reserved', 'expired') or paid_at is null),
      constraint purchase_expired_at_agrees check ((state = 'expired') = (expired_at is not null)),
      constraint purchase_delivered_at_agrees check (
        (state = 'delivered') = (delivered_at is not null) and (delivered_at is null) = (delivered_by is null)
      ),
      constraint purchase_disputed_at_agrees check (state <> 'disputed' or (disputed_at is not null and dispute_reason is not null)),
      constraint purchase_cancelled_at_agrees check (
        (state in ('refund_due', 'refunded', 'refund_failed')) = (cancelled_at is not null)
        and (cancelled_at is null) = (cancelled_by is null)
      ),
      constraint purchase_late_is_expired check (late_payment_at is null or (state = 'expired' and payment_intent_id is not null)),
      constraint purchase_refund_is_due check (
        refund_id is null or state in ('refund_due', 'refunded', 'refund_failed') or late_payment_at is not null
      ),
      constraint purchase_refunded_at_agrees check (
        (state <> 'refunded' or refunded_at is not null)
        and (refunded_at is null or (refund_id is not null and (state = 'refunded' or late_payment_at is not null)))
      ),
      constraint purchase_refund_failure_agrees check (
        (state <> 'refund_failed' or refund_failure is not null) and (refunded_at is null or refund_failure is null)
      )
    );
    comment on column purchase.price is 'hundredths of a token';
    comment on column purchase.fee is 'hundredths of a token';
    create unique index purchase_one_live_per_listing on purchase (listing_id)
      where state in ('reserved', 'paid', 'disputed', 'delivered');
    create index purchase_by_buyer on purchase (buyer_id, reserved_at desc);
    create index purchase_by_seller on purchase (seller_id, reserved_at desc);
    create index purchase_reservations on purchase (expires_at) where state = 'reserved';
    create index purchase_awaiting on purchase (paid_at) where state = 'paid';
    create index purchase_refunds_due on purchase (cancelled_at) where state = 'refund_due';
    create index purchase_late_payments on purchase (late_payment_at) where late_payment_at is not null;

    -- Each webhook event once, in the transaction of its effect. One that could not be applied says why.
    create table card_event (
      id text primary key,
      type text not null,
      payment_intent_id text,
      created_at timestamptz not null,
      received_at timestamptz not null,
      processed_at timestamptz,
      problem text,
      check ((processed_at is null) = (problem is not null))
    );
    create index card_event_problems on card_event (received_at) where problem is not null;

    -- What the built-in card sandbox remembers: its objects and the idempotency keys it has answered.
    create table sandbox_object (
      id text primary key,
      kind text not null check (kind in ('payment_intent', 'refund')),
      body jsonb not null,
      created_at timestamptz not null
    );
    create index sandbox_object_newest on sandbox_object (created_at desc, id desc) where kind = 'payment_intent';
    create index sandbox_object_refunds on sandbox_object ((body ->> 'payment_intent')) where kind = 'refund';
    create table sandbox_idempotency_key (
      key text primary key,
      request_hash text not null,
      status integer not null,
      body jsonb not null,
      created_at timestamptz not null
    );

    -- What a courier would cost from an item to an address. Kept while it holds, so that asking again does not cost a
    -- call, and so that the purchase keeps the fee that its buyer has seen.
    create table courier_quote (
      listing_id uuid not null references listing (id) on delete cascade,
      dropoff_address text not null,
      fee_cents integer not null check (fee_cents >= 0),
      estimated_time text not null,
      estimate boolean not null,
      expires_at timestamptz not null,
      primary key (listing_id, dropoff_address)
    );
    create index courier_quote_expired on courier_quote (expires_at);

    -- What the daily comparison with the card provider has found, until the next one: for people to look at.
    create table payment_difference (
      subject text primary key,
      problem text not null,
      found_at timestamptz not null
    );
    comment on column payment_difference.subject is 'a purchase, or a payment that belongs to none';

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
          else purchase.listing_id
        end as listing_id,
        case when transfer.kind = 'hold' and purchase.paid_at is not null then purchase.card_amount_cents else 0 end as platform_fee_cents,
        case when transfer.kind in ('hold', 'void') then purchase.payment_intent_id end as payment_intent_id,
        transfer.created_at
      from entry
      join account on account.id = entry.account_id and account.kind = 'member'
      join transfer on transfer.id = entry.transfer_id
      left join purchase
        on purchase.id = case when transfer.reference like 'purchase:%' then substring(transfer.reference from 10)::uuid end;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view token_transactions;
    drop table payment_difference, courier_quote, sandbox_idempotency_key, sandbox_object, card_event, purchase;
  `)
}
