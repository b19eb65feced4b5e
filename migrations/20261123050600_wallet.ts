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
      kind text not null check (kind in ('member', 'escrow', 'fees', 'mint')),
      member_id uuid unique references member (id),
      balance bigint not null default 0,
      version bigint not null default 0 check (version >= 0),
      created_at timestamptz not null default now(),
      constraint account_of_member check (
        case when kind = 'member' then member_id is not null and member_id = id and id not in ${SYSTEM} else member_id is null end
      ),
      constraint account_balance_sign check (case when kind = 'mint' then balance <= 0 else balance >= 0 end)
    );
    create unique index account_system_kind on account (kind) where kind <> 'member';
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
      -- The facts of its words, beside its kind. Without them the description tells.
      facts jsonb,
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
    -- The ledger is written in the order of time: an index of a few pages finds a month in it.
    create index transfer_by_time on transfer using brin (created_at);

    create table entry (
      account_id uuid not null references account (id),
      version bigint not null check (version > 0),
      transfer_id text not null references transfer (id),
      amount bigint not null check (amount <> 0),
      balance_after bigint not null,
      primary key (account_id, version),
      unique (transfer_id, account_id)
    );

    create table activity (
      reference text primary key,
      kind text not null check (kind in ('listing', 'sale')),
      member_id uuid not null references member (id),
      buyer_id uuid references member (id) check (buyer_id <> member_id),
      month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
      occurred_at timestamptz not null,
      -- Empty for a listing that was withdrawn too early.
      counts_from timestamptz,
      counted_at timestamptz,
      constraint activity_reference_tells_kind check (
        reference like case kind when 'listing' then 'listing:%' else 'purchase:%' end
      ),
      constraint activity_sale_has_buyer check ((kind = 'sale') = (buyer_id is not null)),
      constraint activity_sale_counts check (kind <> 'sale' or counted_at is not null)
    );
    -- Trading to and fro counts once: every further sale to the same buyer earns nothing.
    create unique index activity_one_sale_per_pair on activity (member_id, buyer_id) where kind = 'sale';
    create index activity_of_month on activity (month, member_id) where counted_at is not null;
    create index activity_of_member on activity (member_id, month) where counted_at is not null;
    create index activity_waiting on activity (counts_from) where counted_at is null;

    -- The months that the monthly job has settled: how many active months in a row each one ended. Written once.
    create table streak (
      member_id uuid not null references member (id),
      month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
      months integer not null check (months > 0),
      settled_at timestamptz not null,
      primary key (member_id, month)
    );

    create table admin_settings (
      id text primary key default 'default' check (id = 'default'),
      processing_fee_percentage numeric(5, 2) not null default 2.90 check (processing_fee_percentage between 0 and 100),
      transaction_fee_percentage numeric(5, 2) not null default 0.50 check (transaction_fee_percentage between 0 and 100),
      updated_at timestamptz not null default now(),
      -- Tokens for each member who was active in the last 90 days; null: bonuses are always paid in full.
      supply_target numeric(6, 2) check (supply_target >= 1),
      supply_target_moves boolean not null default false
    );
    insert into admin_settings default values;

    -- The share that the repeatable bonuses of a month pay, with all that it was reckoned from. Published before the
    -- month begins.
    create table supply_factor (
      month text primary key check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
      -- Hundredths of a token for each active member.
      target bigint not null check (target > 0),
      active_members int not null check (active_members >= 0),
      -- The rest in hundredths of a token. What active members have, and what is in escrow:
      supply bigint not null,
      once_only bigint not null,
      expected bigint not null check (expected >= 0),
      tenths int not null check (tenths between 0 and 10),
      counted_until timestamptz not null,
      published_at timestamptz not null,
      begins_at timestamptz not null,
      -- All null where the target doesn't move by itself; the last four also where no month has been metered yet.
      moved_from bigint,
      meters_month text,
      meters_active int,
      short_members int,
      in_vain_members int,
      check (counted_until <= published_at and published_at < begins_at),
      constraint supply_factor_meters check (
        num_nulls(meters_month, meters_active, short_members, in_vain_members) in (0, 4)
        and (moved_from is not null or meters_month is null)
      )
    );

    -- The salts of each account's leaves. Null once its member has left: nobody can tell any more whose they were.
    create table ledger_salt (
      account_id uuid primary key references account (id),
      salt bytea check (length(salt) = 32)
    );

    -- The hash tree of RFC 6962 over all transfers, 256 hashes to a row. Level 0 holds the leaves, and each level above a
    -- hash for every full row of the one below. Hashes are only ever appended.
    create table ledger_tile (
      level int not null check (level >= 0),
      number bigint not null check (number >= 0),
      hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
      primary key (level, number)
    );

    -- The root of the tree each night. Every transfer touches the mint or escrow: up to which of their entries it goes.
    create table ledger_digest (
      night text primary key check (night ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
      -- From 1 on, without a gap.
      number bigint not null unique check (number > 0),
      size bigint not null unique check (size > 0 and size = mint_version + escrow_version),
      mint_version bigint not null,
      escrow_version bigint not null,
      root bytea not null check (length(root) = 32),
      signature bytea not null check (length(signature) = 64),
      taken_at timestamptz not null
    );

    -- The one Ed25519 key that digests are signed with (PKCS #8, and raw). In the database, so that a restored market has it.
    create table ledger_key (
      only_one boolean primary key default true check (only_one),
      private_key bytea not null,
      public_key bytea not null check (length(public_key) = 32)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table ledger_key, ledger_digest, ledger_tile, ledger_salt, supply_factor, admin_settings, streak, activity, entry,
      transfer, account
  `)
}
