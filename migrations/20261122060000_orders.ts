import type { Knex } from 'knex'

/** Of docs/decisions/10: facts of one thing move from the purchase to its line, where nothing else can keep them right. */
export const contracts =
  '1.0.0 has not been deployed beside another version: purchases become orders while no process answers'

const STATES = `('reserved', 'expired', 'paid', 'disputed', 'delivered', 'refund_due', 'refunded', 'refund_failed')`
const REFUNDED = `('refund_due', 'refunded', 'refund_failed')`
const LIVE = `('reserved', 'paid', 'disputed', 'delivered')`
const REASONS = `('free', 'goes back', 'same mailbox', 'invited', 'same card', 'unknown')`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Nothing is noted while things move; at the end everything begins its history anew, as it is found.
    drop trigger purchase_noted on purchase;

    -- What the card gets back, and when: a part of the charge for each time that lines come to nothing.
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
      -- What its hold, release and void are called in the ledger. The first is called as purchases were before orders.
      reference text not null unique generated always as (
        'purchase:' || purchase_id::text || case when number = 1 then '' else ':' || number::text end
      ) stored,
      listing_id uuid references listing (id) on delete set null,
      listing_title text not null,
      state text not null check (state in ${STATES}),
      price bigint not null check (price >= 0),
      fee bigint not null check (fee >= 0),
      disputed_at timestamptz,
      dispute_reason text,
      delivered_at timestamptz,
      delivered_by text check (delivered_by in ('buyer', 'clock', 'admin')),
      -- Why a delivered trade earns no bonus; null where it does.
      earns_nothing text check (earns_nothing in ${REASONS}),
      cancelled_at timestamptz,
      cancelled_by text check (cancelled_by in ('seller', 'admin')),
      refund_key text references card_refund (key),
      primary key (purchase_id, number),
      constraint purchase_line_live_has_listing check (listing_id is not null or state not in ${LIVE}),
      constraint purchase_line_delivered_at_agrees check (
        (state = 'delivered') = (delivered_at is not null) and (delivered_at is null) = (delivered_by is null)
      ),
      constraint purchase_line_disputed_at_agrees check (
        state <> 'disputed' or (disputed_at is not null and dispute_reason is not null)
      ),
      constraint purchase_line_cancelled_at_agrees check (
        (state in ${REFUNDED}) = (cancelled_at is not null) and (cancelled_at is null) = (cancelled_by is null)
        and (cancelled_at is null) = (refund_key is null)
      )
    );
    comment on column purchase_line.price is 'hundredths of a token';
    comment on column purchase_line.fee is 'hundredths of a token';

    insert into card_refund (key, purchase_id, amount_cents, due_at, refund_id, refunded_at, failure)
    select 'purchase:' || id || ':refund', id, card_amount_cents, coalesce(late_payment_at, cancelled_at), refund_id, refunded_at, refund_failure
    from purchase where late_payment_at is not null or cancelled_at is not null;

    insert into purchase_line (purchase_id, number, listing_id, listing_title, state, price, fee, disputed_at, dispute_reason,
      delivered_at, delivered_by, earns_nothing, cancelled_at, cancelled_by, refund_key)
    select id, 1, listing_id, listing_title, state, price, fee, disputed_at, dispute_reason,
      delivered_at, delivered_by, earns_nothing, cancelled_at, cancelled_by,
      case when cancelled_at is not null then 'purchase:' || id || ':refund' end
    from purchase;

    create unique index purchase_line_one_live_per_listing on purchase_line (listing_id) where state in ${LIVE};
    create index purchase_line_of_listing on purchase_line (listing_id);
    create index purchase_line_awaiting on purchase_line (purchase_id) where state = 'paid';
    create index purchase_line_disputed on purchase_line (purchase_id) where state = 'disputed';
    create index purchase_line_of_refund on purchase_line (refund_key) where refund_key is not null;

    drop view token_transactions;
    alter table purchase drop constraint purchase_state_check, drop constraint purchase_card_amount_cents_check,
      drop constraint purchase_paid_has_payment, drop constraint purchase_unpaid_is_unpaid;
    alter table purchase
      drop column listing_id, drop column listing_title, drop column price, drop column fee,
      drop column disputed_at, drop column dispute_reason, drop column delivered_at, drop column delivered_by,
      drop column earns_nothing, drop column cancelled_at, drop column cancelled_by,
      drop column refund_id, drop column refunded_at, drop column refund_failure;
    update purchase set state = 'paid' where state not in ('reserved', 'expired', 'paid');
    alter table purchase
      alter column card_amount_cents drop default,
      add column line_count integer not null default 1 check (line_count between 1 and 10),
      -- All that the card gets back, kept by card_refund itself.
      add column refund_cents integer not null default 0,
      add constraint purchase_state_check check (state in ('reserved', 'expired', 'paid')),
      add constraint purchase_paid_at_agrees check ((state = 'paid') = (paid_at is not null)),
      add constraint purchase_paid_has_payment check (state <> 'paid' or payment_intent_id is not null),
      add constraint purchase_card_amount check (card_amount_cents = 300 + 50 * line_count);
    alter table purchase alter column line_count drop default;
    update purchase set refund_cents = card_refund.amount_cents from card_refund where purchase_id = purchase.id;
    alter table purchase add constraint purchase_refunds_within_charge check (refund_cents between 0 and card_amount_cents);
    drop index purchase_awaiting;

    create function card_refund_adds_up() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update purchase set refund_cents = refund_cents + new.amount_cents where id = new.purchase_id;
        return null;
      end if;
      raise exception 'what the card gets back is never changed' using errcode = 'restrict_violation';
    end $$;
    create trigger card_refund_adds_up after insert or delete or update of key, purchase_id, amount_cents on card_refund
      for each row execute function card_refund_adds_up();

    ${NOTED}
    ${STATEMENT}
  `)
}

/** What matters about an order, its things and its refunds; see purchase_history. */
const NOTED = `
    create or replace function facts_of(purchase) returns jsonb language sql stable set timezone = 'UTC' as $$
      select jsonb_strip_nulls(to_jsonb(facts)) from (
        select $1.buyer_id, $1.seller_id, $1.state, $1.fee_percentage, $1.delivery_method, $1.courier_fee_cents,
          $1.line_count, $1.card_amount_cents, $1.refund_cents, $1.payment_intent_id, $1.reserved_at, $1.expired_at,
          $1.paid_at, $1.late_payment_at
      ) facts
    $$;
    create function facts_of(purchase_line) returns jsonb language sql stable set timezone = 'UTC' as $$
      select jsonb_strip_nulls(to_jsonb(facts)) from (
        select $1.number, $1.listing_id, $1.state, $1.price, $1.fee, $1.disputed_at,
          md5($1.reference || $1.dispute_reason) as dispute, $1.delivered_at, $1.delivered_by, $1.earns_nothing,
          $1.cancelled_at, $1.cancelled_by, $1.refund_key
      ) facts
    $$;
    create function facts_of(card_refund) returns jsonb language sql stable set timezone = 'UTC' as $$
      select jsonb_strip_nulls(to_jsonb(facts)) from (
        select $1.key, $1.amount_cents, $1.due_at, $1.refund_id, $1.refunded_at, $1.failure
      ) facts
    $$;
    -- The subject of a thing or a refund is its order; which one it is stands in the facts.
    create or replace function note_change() returns trigger language plpgsql as $$
    declare
      now_so jsonb := facts_of(new);
    begin
      if tg_op = 'UPDATE' and now_so = facts_of(old) then return null; end if;
      perform pg_advisory_xact_lock(hashtextextended('purchase_history', 0));
      insert into purchase_history (number, subject, subject_id, change, facts)
        select coalesce(max(number), 0) + 1, tg_table_name,
          (case tg_table_name when 'purchase' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'purchase_id' end)::uuid,
          lower(tg_op), now_so
        from purchase_history;
      return null;
    end $$;
    create constraint trigger purchase_noted after insert or update on purchase
      deferrable initially deferred for each row execute function note_change();
    create constraint trigger purchase_line_noted after insert or update on purchase_line
      deferrable initially deferred for each row execute function note_change();
    create constraint trigger card_refund_noted after insert or update on card_refund
      deferrable initially deferred for each row execute function note_change();

    insert into purchase_history (number, subject, subject_id, change, facts)
      select coalesce((select max(number) from purchase_history), 0) + row_number() over (order by reserved_at, id, step, key),
        subject, id, 'found', facts
      from (
        select reserved_at, id, 1 as step, '' as key, 'purchase' as subject, facts_of(purchase) as facts from purchase
        union all
        select reserved_at, id, 2, '', 'purchase_line', facts_of(purchase_line) from purchase_line join purchase on id = purchase_id
        union all
        select reserved_at, id, 3, key, 'card_refund', facts_of(card_refund) from card_refund join purchase on id = purchase_id
      ) found;`

const ID = (key: string) => `overlay(overlay(md5(${key}) placing '8' from 13) placing 'a' from 17)::uuid`

/** A line for each thing; the card fee of an order stands in the line of its first. */
const STATEMENT = `
  create view token_transactions as
    select
      -- A UUID of version 8 that follows from the business key.
      ${ID('transfer.id')} as id,
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
      transfer.created_at
    from entry
    join account on account.id = entry.account_id and account.kind = 'member'
    join transfer on transfer.id = entry.transfer_id
    left join purchase_line line on line.reference = transfer.reference
    left join purchase on purchase.id = line.purchase_id
    union all
    -- No tokens move for a thing that costs none. It comes after the member's last entry of that time.
    select
      ${ID(`line.reference || ':free'`)},
      purchase.buyer_id,
      coalesce(last.version, 0),
      'purchase_item',
      0::bigint,
      coalesce(last.balance_after, 0),
      'Purchase: ' || line.listing_title,
      line.listing_id,
      case when line.number = 1 then purchase.card_amount_cents else 0 end,
      purchase.payment_intent_id,
      purchase.paid_at
    from purchase_line line
    join purchase on purchase.id = line.purchase_id
    left join lateral (
      select entry.version, entry.balance_after
      from entry join transfer on transfer.id = entry.transfer_id
      where entry.account_id = purchase.buyer_id and transfer.created_at <= purchase.paid_at
      order by entry.version desc limit 1
    ) last on true
    where purchase.paid_at is not null and line.price + line.fee = 0;`

/** Only where every order has one line: more than that a purchase could not hold. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    do $$ begin
      if exists (select from purchase where line_count > 1) then
        raise exception 'there are orders of several things, which the version before can''t hold';
      end if;
    end $$;
    drop view token_transactions;
    drop trigger purchase_noted on purchase;
    drop trigger purchase_line_noted on purchase_line;
    drop trigger card_refund_noted on card_refund;
    drop function facts_of(purchase_line), facts_of(card_refund);
    drop trigger card_refund_adds_up on card_refund;
    drop function card_refund_adds_up();
    alter table purchase
      drop constraint purchase_state_check, drop constraint purchase_paid_at_agrees,
      drop constraint purchase_paid_has_payment, drop constraint purchase_card_amount,
      drop constraint purchase_refunds_within_charge, drop column refund_cents, drop column line_count,
      add column listing_id uuid references listing (id) on delete set null,
      add column listing_title text, add column price bigint, add column fee bigint,
      add column disputed_at timestamptz, add column dispute_reason text,
      add column delivered_at timestamptz,
      add column delivered_by text check (delivered_by in ('buyer', 'clock', 'admin')),
      add column earns_nothing text check (earns_nothing in ${REASONS}),
      add column cancelled_at timestamptz, add column cancelled_by text check (cancelled_by in ('seller', 'admin')),
      add column refund_id text unique, add column refunded_at timestamptz, add column refund_failure text;
    update purchase set listing_id = line.listing_id, listing_title = line.listing_title, price = line.price, fee = line.fee,
      state = line.state, disputed_at = line.disputed_at, dispute_reason = line.dispute_reason,
      delivered_at = line.delivered_at, delivered_by = line.delivered_by, earns_nothing = line.earns_nothing,
      cancelled_at = line.cancelled_at, cancelled_by = line.cancelled_by
    from purchase_line line where line.purchase_id = purchase.id;
    update purchase set refund_id = refund.refund_id, refunded_at = refund.refunded_at, refund_failure = refund.failure
    from card_refund refund where refund.purchase_id = purchase.id;
    drop table purchase_line, card_refund;
    alter table purchase
      alter column listing_title set not null, alter column price set not null, alter column fee set not null,
      alter column card_amount_cents set default 350,
      add check (price >= 0), add check (fee >= 0),
      add constraint purchase_state_check check (state in ${STATES}),
      add constraint purchase_card_amount_cents_check check (card_amount_cents = 350),
      add constraint purchase_live_has_listing check (listing_id is not null or state in ('expired', 'refund_due', 'refunded', 'refund_failed')),
      add constraint purchase_paid_has_payment check (
        state in ('reserved', 'expired') or (paid_at is not null and payment_intent_id is not null)
      ),
      add constraint purchase_unpaid_is_unpaid check (state not in ('reserved', 'expired') or paid_at is null),
      add constraint purchase_delivered_at_agrees check (
        (state = 'delivered') = (delivered_at is not null) and (delivered_at is null) = (delivered_by is null)
      ),
      add constraint purchase_disputed_at_agrees check (state <> 'disputed' or (disputed_at is not null and dispute_reason is not null)),
      add constraint purchase_cancelled_at_agrees check (
        (state in ${REFUNDED}) = (cancelled_at is not null) and (cancelled_at is null) = (cancelled_by is null)
      ),
      add constraint purchase_refund_is_due check (
        refund_id is null or state in ${REFUNDED} or late_payment_at is not null
      ),
      add constraint purchase_refunded_at_agrees check (
        (state <> 'refunded' or refunded_at is not null)
        and (refunded_at is null or (refund_id is not null and (state = 'refunded' or late_payment_at is not null)))
      ),
      add constraint purchase_refund_failure_agrees check (
        (state <> 'refund_failed' or refund_failure is not null) and (refunded_at is null or refund_failure is null)
      );
    comment on column purchase.price is 'hundredths of a token';
    comment on column purchase.fee is 'hundredths of a token';
    create unique index purchase_one_live_per_listing on purchase (listing_id) where state in ${LIVE};
    create index purchase_awaiting on purchase (paid_at) where state = 'paid';
    create index purchase_refunds_due on purchase (cancelled_at) where state = 'refund_due';
    ${NOTED_OF_PURCHASES}
    ${STATEMENT_OF_PURCHASES}
  `)
}

const STATEMENT_OF_PURCHASES = `
  create view token_transactions as
    select
      ${ID('transfer.id')} as id, account.member_id, entry.version,
      case transfer.kind
        when 'hold' then 'purchase_item' when 'release' then 'sale' when 'void' then 'refund' else transfer.kind
      end as type,
      entry.amount, entry.balance_after, transfer.description,
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
      on purchase.id = case when transfer.reference like 'purchase:%' then substring(transfer.reference from 10)::uuid end
    union all
    select
      ${ID(`'purchase:' || purchase.id || ':free'`)}, purchase.buyer_id, coalesce(last.version, 0), 'purchase_item',
      0::bigint, coalesce(last.balance_after, 0), 'Purchase: ' || purchase.listing_title, purchase.listing_id,
      purchase.card_amount_cents, purchase.payment_intent_id, purchase.paid_at
    from purchase
    left join lateral (
      select entry.version, entry.balance_after
      from entry join transfer on transfer.id = entry.transfer_id
      where entry.account_id = purchase.buyer_id and transfer.created_at <= purchase.paid_at
      order by entry.version desc limit 1
    ) last on true
    where purchase.paid_at is not null and purchase.price + purchase.fee = 0;`

const NOTED_OF_PURCHASES = `
    create or replace function facts_of(purchase) returns jsonb language sql stable set timezone = 'UTC' as $$
      select jsonb_strip_nulls(to_jsonb(facts)) from (
        select $1.listing_id, $1.buyer_id, $1.seller_id, $1.state, $1.price, $1.fee, $1.fee_percentage,
          $1.delivery_method, $1.courier_fee_cents, $1.card_amount_cents, $1.payment_intent_id, $1.reserved_at,
          $1.expired_at, $1.paid_at, $1.disputed_at, md5($1.id || $1.dispute_reason) as dispute, $1.delivered_at,
          $1.delivered_by, $1.earns_nothing, $1.cancelled_at, $1.cancelled_by, $1.late_payment_at, $1.refund_id,
          $1.refunded_at, $1.refund_failure
      ) facts
    $$;
    create or replace function note_change() returns trigger language plpgsql as $$
    declare
      now_so jsonb := facts_of(new);
    begin
      if tg_op = 'UPDATE' and now_so = facts_of(old) then return null; end if;
      perform pg_advisory_xact_lock(hashtextextended('purchase_history', 0));
      insert into purchase_history (number, subject, subject_id, change, facts)
        select coalesce(max(number), 0) + 1, tg_table_name, new.id, lower(tg_op), now_so from purchase_history;
      return null;
    end $$;
    create constraint trigger purchase_noted after insert or update on purchase
      deferrable initially deferred for each row execute function note_change();
    insert into purchase_history (number, subject, subject_id, change, facts)
      select coalesce((select max(number) from purchase_history), 0) + row_number() over (order by reserved_at, id),
        'purchase', id, 'found', facts_of(purchase)
      from purchase;`
