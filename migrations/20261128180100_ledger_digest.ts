import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What each account's leaves are salted with. Null once its member has left: nobody can tell any more whose they were.
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

    -- What the tree came to each night. Every transfer touches the mint or escrow: up to which of their entries it goes.
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
  await knex.raw('drop table ledger_key, ledger_digest, ledger_tile, ledger_salt')
}
