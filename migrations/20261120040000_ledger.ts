import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table account (
      id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in ('user', 'escrow', 'fees', 'mint')),
      user_id uuid unique references member (id),
      balance bigint not null default 0,
      version bigint not null default 0 check (version >= 0),
      created_at timestamptz not null default now(),
      constraint account_of_member check ((kind = 'user') = (user_id is not null)),
      constraint account_balance_sign check (case when kind = 'mint' then balance <= 0 else balance >= 0 end)
    );
    create unique index account_system_kind on account (kind) where kind <> 'user';
    -- Locks are taken by id; these ids sort last, so the busiest rows are held the shortest.
    insert into account (id, kind) values
      ('ffffffff-ffff-4fff-bfff-fffffffffff1', 'escrow'),
      ('ffffffff-ffff-4fff-bfff-fffffffffff2', 'fees'),
      ('ffffffff-ffff-4fff-bfff-fffffffffff3', 'mint');

    create table transfer (
      id text primary key,
      seq bigint generated always as identity unique,
      kind text not null check (kind in (
        'hold', 'release', 'fee', 'void',
        'welcome_bonus', 'first_listing', 'first_sale', 'monthly_combo', 'streak_bonus', 'referral_bonus'
      )),
      debit uuid not null references account (id),
      credit uuid not null references account (id) check (credit <> debit),
      amount bigint not null check (amount > 0),
      resolves text unique references transfer (id),
      reference text,
      description text not null,
      created_at timestamptz not null,
      constraint transfer_resolution check ((kind in ('release', 'void')) = (resolves is not null))
    );
    create index transfer_holds on transfer (debit) where kind = 'hold';
    create index transfer_reference on transfer (reference) where reference is not null;

    create table entry (
      account_id uuid not null references account (id),
      version bigint not null check (version > 0),
      transfer_id text not null references transfer (id),
      amount bigint not null check (amount <> 0),
      balance_after bigint not null,
      created_at timestamptz not null,
      primary key (account_id, version),
      unique (transfer_id, account_id)
    );

    create function ledger_is_append_only() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
    end $$;
    create trigger transfer_append_only before update or delete on transfer for each row execute function ledger_is_append_only();
    create trigger transfer_never_truncated before truncate on transfer execute function ledger_is_append_only();
    create trigger entry_append_only before update or delete on entry for each row execute function ledger_is_append_only();
    create trigger entry_never_truncated before truncate on entry execute function ledger_is_append_only();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table entry, transfer, account; drop function ledger_is_append_only()')
}
