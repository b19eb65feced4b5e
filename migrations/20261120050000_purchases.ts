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
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table sandbox_idempotency_key, sandbox_object, card_event, purchase')
}
