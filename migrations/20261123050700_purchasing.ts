import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- An order of one to ten things of one seller.
    create table purchase (
      id uuid primary key,
      buyer_id uuid not null references member (id),
      seller_id uuid not null references member (id) check (seller_id <> buyer_id),
      -- The end of a paid one stands in its lines.
      state text not null check (state in ('reserved', 'expired', 'paid')),
      line_count integer not null check (line_count between 1 and 10),
      fee_percentage numeric(5, 2) not null,
      delivery_method text not null check (delivery_method in ('message', 'doordash')),
      delivery_address text,
      courier_fee_cents integer check (courier_fee_cents >= 0),
      -- The card's part for the order and for each of its things, as it is now: a later change of the fee touches no
      -- old order.
      processing_cents integer not null default 300 check (processing_cents >= 0),
      item_cents integer not null default 50 check (item_cents >= 0),
      card_amount_cents integer not null,
      -- All that the card gets back, kept by card_refund itself.
      refund_cents integer not null default 0,
      payment_intent_id text unique,
      reserved_at timestamptz not null,
      expires_at timestamptz not null check (expires_at > reserved_at),
      expired_at timestamptz,
      paid_at timestamptz,
      -- Set when the card succeeded although the reservation was over: the money went back by itself.
      late_payment_at timestamptz,
      reminded_day integer not null default 0 check (reminded_day in (0, 3, 7, 13)),
      added_to uuid references purchase (id),
      currency text not null default 'usd',
      constraint purchase_address_for_courier check ((delivery_method = 'doordash') = (delivery_address is not null)),
      constraint purchase_card_amount check (card_amount_cents = processing_cents + item_cents * line_count),
      constraint purchase_refunds_within_charge check (refund_cents between 0 and card_amount_cents),
      constraint purchase_expired_at_agrees check ((state = 'expired') = (expired_at is not null)),
      constraint purchase_paid_at_agrees check ((state = 'paid') = (paid_at is not null)),
      constraint purchase_paid_has_payment check (state <> 'paid' or payment_intent_id is not null),
      constraint purchase_late_is_expired check (late_payment_at is null or (state = 'expired' and payment_intent_id is not null))
    );
    create index purchase_by_buyer on purchase (buyer_id, reserved_at desc);
    create index purchase_by_seller on purchase (seller_id, reserved_at desc);
    create index purchase_reservations on purchase (expires_at) where state = 'reserved';
    -- Each reservation counts its buyer's open ones, of which there are few, beside all that they have ever bought.
    create index purchase_reserved_by_buyer on purchase (buyer_id, expires_at) where state = 'reserved';
    create index purchase_late_payments on purchase (late_payment_at) where late_payment_at is not null;
    comment on column purchase.added_to is 'the order whose card, conversation, appointment and code it shares; never one that was added itself';
    create index purchase_added on purchase (added_to) where added_to is not null;

    -- The card's refunds: a part of the charge for each time that lines come to nothing.
    create table card_refund (
      -- The provider is asked under this key, so that however often it is asked, the money moves once.
      key text primary key,
      purchase_id uuid not null references purchase (id),
      amount_cents integer not null check (amount_cents > 0),
      due_at timestamptz not null,
      refund_id text unique,
      refunded_at timestamptz,
      failure text,
      constraint card_refund_has_id check (refunded_at is null or refund_id is not null),
      constraint card_refund_ends_once check (refunded_at is null or failure is null)
    );
    create index card_refund_of_purchase on card_refund (purchase_id);
    create index card_refund_due on card_refund (due_at) where refunded_at is null and failure is null;

    -- One thing of an order. Its tokens are held, released and given back by themselves.
    create table purchase_line (
      purchase_id uuid not null references purchase (id),
      number integer not null check (number between 1 and 10),
      -- The name of its hold, release and void in the ledger. The first is called by its order alone.
      reference text not null unique generated always as (
        'purchase:' || purchase_id::text || case when number = 1 then '' else ':' || number::text end
      ) stored,
      listing_id uuid references listing (id) on delete set null,
      listing_title text not null,
      state text not null check (state in (
        'reserved', 'expired', 'paid', 'disputed', 'delivered', 'refund_due', 'refunded', 'refund_failed'
      )),
      price bigint not null check (price >= 0),
      fee bigint not null check (fee >= 0),
      disputed_at timestamptz,
      dispute_reason text,
      delivered_at timestamptz,
      delivered_by text check (delivered_by in ('buyer', 'clock', 'admin')),
      -- The reason for which a delivered trade earns no bonus; null where it does.
      earns_nothing text check (
        earns_nothing in ('free', 'goes back', 'same mailbox', 'invited', 'same card', 'unknown', 'same domain')
      ),
      cancelled_at timestamptz,
      -- A seller who doesn't answer in time leaves it to the clock.
      cancelled_by text check (cancelled_by in ('seller', 'admin', 'clock')),
      refund_key text references card_refund (key),
      primary key (purchase_id, number),
      constraint purchase_line_live_has_listing check (
        listing_id is not null or state not in ('reserved', 'paid', 'disputed', 'delivered')
      ),
      constraint purchase_line_delivered_at_agrees check (
        (state = 'delivered') = (delivered_at is not null) and (delivered_at is null) = (delivered_by is null)
      ),
      constraint purchase_line_disputed_at_agrees check (
        state <> 'disputed' or (disputed_at is not null and dispute_reason is not null)
      ),
      constraint purchase_line_cancelled_at_agrees check (
        (state in ('refund_due', 'refunded', 'refund_failed')) = (cancelled_at is not null)
        and (cancelled_at is null) = (cancelled_by is null)
        and (cancelled_at is null) = (refund_key is null)
      )
    );
    comment on column purchase_line.price is 'hundredths of a token';
    comment on column purchase_line.fee is 'hundredths of a token';
    create unique index purchase_line_one_live_per_listing on purchase_line (listing_id)
      where state in ('reserved', 'paid', 'disputed', 'delivered');
    create index purchase_line_of_listing on purchase_line (listing_id);
    create index purchase_line_awaiting on purchase_line (purchase_id) where state = 'paid';
    create index purchase_line_disputed on purchase_line (purchase_id) where state = 'disputed';
    create index purchase_line_of_refund on purchase_line (refund_key) where refund_key is not null;

    -- Changes of each purchase, a line for each change. Holds no words of members, for it can't be erased.
    create table purchase_history (
      -- In the order of commits and without gaps, so that the first n lines never change: see the audit's digest.
      number bigint primary key,
      -- The table and the row that changed. 'found': as it stood when its history began.
      subject text not null,
      subject_id uuid not null,
      change text not null check (change in ('found', 'insert', 'update')),
      facts jsonb not null,
      noted_at timestamptz not null default now()
    );

    -- The card that paid, by the provider's fingerprint, which says nothing but that it is the same card.
    create table purchase_card (
      purchase_id uuid primary key references purchase (id),
      fingerprint text not null
    );
    create index purchase_card_fingerprint on purchase_card (fingerprint);

    -- The bank took the money back, or a card was refused because it pays for others already.
    create table purchase_alarm (
      purchase_id uuid not null references purchase (id),
      kind text not null check (kind in ('chargeback', 'refused_card')),
      raised_at timestamptz not null,
      -- The card that was refused, so that an admin sees whose it is.
      fingerprint text,
      -- Whether a refused card has spent what it may in a month, and from when on it can pay for the same again; null
      -- where waiting alone doesn't bring that.
      over_allowance boolean not null default false,
      pays_from timestamptz,
      primary key (purchase_id, kind)
    );

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

    -- Alarms that an admin has looked into; what was found stands in admin_action.
    create table cleared_alarm (
      kind text not null check (kind in ('refund_failed', 'card_event', 'chargeback', 'refused_card')),
      subject text not null,
      cleared_at timestamptz not null,
      primary key (kind, subject)
    );

    -- The listings that a member means to buy in one pickup; nothing is reserved by it. Without a key to the listing:
    -- whoever finds it deleted is told of it by its title.
    create table basket_line (
      member_id uuid not null references member (id),
      listing_id uuid not null,
      listing_title text not null,
      added_at timestamptz not null,
      primary key (member_id, listing_id)
    );

    -- A courier's price for the way from an item to an address. Kept while it holds, so that asking again does not cost
    -- a call, and so that the purchase keeps the fee that its buyer has seen.
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

    -- A draw says who may buy a much wanted listing first. The seed is secret until the tickets are published.
    create table draw (
      listing_id uuid primary key references listing (id) on delete cascade,
      seed text not null check (seed ~ '^[0-9a-f]{64}$'),
      commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
      hours integer not null check (hours between 6 and 48),
      closes_at timestamptz not null,
      state text not null default 'open' check (state in ('open', 'closed', 'drawn', 'over')),
      -- The digest of all tickets with their weights, as soon as it is closed.
      tickets_digest text check (tickets_digest ~ '^[0-9a-f]{64}$'),
      closed_at timestamptz,
      -- The place whose turn it is, from 1, and until when.
      turn integer check (turn >= 1),
      turn_until timestamptz,
      -- A giver may find somebody themselves: then it was no draw, and says so.
      by_hand boolean not null default false,
      constraint draw_closed_has_tickets check (state in ('open', 'over') or tickets_digest is not null),
      constraint draw_closed_at_agrees check (num_nonnulls(tickets_digest, closed_at) <> 1),
      constraint draw_turn_agrees check (num_nonnulls(turn, turn_until) <> 1 and (state <> 'drawn' or turn is not null))
    );
    create index draw_to_follow on draw (closes_at) where state <> 'over';

    create table draw_entry (
      listing_id uuid not null references draw (listing_id) on delete cascade,
      member_id uuid not null references member (id),
      -- The ticket stands for the member in all that is published.
      ticket uuid not null unique default gen_random_uuid(),
      entered_at timestamptz not null,
      -- Null until the draw is closed, and for who had no right to a ticket by then.
      weight integer check (weight >= 1),
      place integer check (place >= 1),
      passed_at timestamptz,
      primary key (listing_id, member_id),
      unique (listing_id, place)
    );
    create index draw_entry_of_member on draw_entry (member_id);

    -- Differences that the daily comparison with the card provider has found, until the next one: for people to look
    -- at.
    create table payment_difference (
      subject text primary key,
      problem text not null,
      found_at timestamptz not null
    );
    comment on column payment_difference.subject is 'a purchase, or a payment that belongs to none';

    -- The memory of the built-in card sandbox: its objects and the idempotency keys it has answered.
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
  await knex.raw(`
    drop table sandbox_idempotency_key, sandbox_object, payment_difference, draw_entry, draw, courier_quote, basket_line, cleared_alarm, card_event,
      purchase_alarm, purchase_card, purchase_history, purchase_line, card_refund, purchase
  `)
}
