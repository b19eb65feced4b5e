import type { Knex } from 'knex'

// Locks are taken by id; these ids sort last, so the busiest rows are held the shortest.
const ESCROW = 'ffffffff-ffff-4fff-bfff-fffffffffff1'
const FEES = 'ffffffff-ffff-4fff-bfff-fffffffffff2'
const MINT = 'ffffffff-ffff-4fff-bfff-fffffffffff3'
const SYSTEM = `('${ESCROW}', '${FEES}', '${MINT}')`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A member's account has the member's own id.
    create table account (
      id uuid primary key,
      kind text not null check (kind in ('user', 'escrow', 'fees', 'mint')),
      user_id uuid unique references member (id),
      balance bigint not null default 0,
      version bigint not null default 0 check (version >= 0),
      created_at timestamptz not null default now(),
      constraint account_of_member check (
        case when kind = 'user' then user_id is not null and user_id = id and id not in ${SYSTEM} else user_id is null end
      ),
      constraint account_balance_sign check (case when kind = 'mint' then balance <= 0 else balance >= 0 end)
    );
    create unique index account_system_kind on account (kind) where kind <> 'user';
    insert into account (id, kind) values ('${ESCROW}', 'escrow'), ('${FEES}', 'fees'), ('${MINT}', 'mint');

    -- Two legs by construction: amount leaves debit and reaches credit. The id is the business key.
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
      -- Tokens enter escrow by a hold and leave it by what resolves one; they come into being at the mint alone.
      constraint transfer_legs check (
        case
          when kind = 'hold' then debit not in ${SYSTEM} and credit = '${ESCROW}'
          when kind = 'fee' then debit = '${ESCROW}' and credit = '${FEES}'
          when kind in ('release', 'void') then debit = '${ESCROW}' and credit not in ${SYSTEM}
          else debit = '${MINT}' and credit not in ${SYSTEM}
        end
      ),
      -- The id names the reference and the kind, so that what is resolved is provably a hold, or for a fee its release.
      constraint transfer_resolution check (
        case
          when kind in ('hold', 'release', 'fee', 'void') then
            reference is not null and id = reference || ':' || kind
            and resolves is not distinct from
              case kind when 'hold' then null when 'fee' then reference || ':release' else reference || ':hold' end
          else resolves is null
        end
      )
    );
    create index transfer_holds on transfer (debit) where kind = 'hold';

    create table entry (
      account_id uuid not null references account (id),
      version bigint not null check (version > 0),
      transfer_id text not null references transfer (id),
      amount bigint not null check (amount <> 0),
      balance_after bigint not null,
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
