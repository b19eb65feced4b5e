import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What has become of each purchase, a line for each change. Holds no words of members, for it can't be erased.
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
    create trigger purchase_history_append_only before update or delete on purchase_history
      for each row execute function ledger_is_append_only();
    create trigger purchase_history_never_truncated before truncate on purchase_history
      execute function ledger_is_append_only();

    -- What matters about a purchase. The words of a dispute are hashed; times are UTC, whatever the connection has.
    create function facts_of(purchase) returns jsonb language sql stable set timezone = 'UTC' as $$
      select jsonb_strip_nulls(to_jsonb(facts)) from (
        select $1.listing_id, $1.buyer_id, $1.seller_id, $1.state, $1.price, $1.fee, $1.fee_percentage,
          $1.delivery_method, $1.courier_fee_cents, $1.card_amount_cents, $1.payment_intent_id, $1.reserved_at,
          $1.expired_at, $1.paid_at, $1.disputed_at, md5($1.id || $1.dispute_reason) as dispute, $1.delivered_at,
          $1.delivered_by, $1.earns_nothing, $1.cancelled_at, $1.cancelled_by, $1.late_payment_at, $1.refund_id,
          $1.refunded_at, $1.refund_failure
      ) facts
    $$;

    -- Runs as the last thing of a transaction: whoever waits for a number holds every lock it needs already.
    create function note_change() returns trigger language plpgsql as $$
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
      select row_number() over (order by reserved_at, id), 'purchase', id, 'found', facts_of(purchase) from purchase;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger purchase_noted on purchase;
    drop table purchase_history;
    drop function note_change(), facts_of(purchase);
  `)
}
