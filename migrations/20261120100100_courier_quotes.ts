import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table courier_quote')
}
