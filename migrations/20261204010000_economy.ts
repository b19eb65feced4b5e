import type { Knex } from 'knex'

/** Indexes are built concurrently, while the market goes on writing: outside of a transaction. So each step may come twice. */
export const config = { transaction: false }

/** By these the count of a month finds what was paid and delivered in it, among all purchases of the past. */
const INDEXES = {
  purchase_paid: 'purchase (paid_at) include (buyer_id) where paid_at is not null',
  purchase_line_delivered: 'purchase_line (delivered_at) include (purchase_id) where delivered_at is not null',
}

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Where it is false the figures count no things for 0 tokens, and their takers not as active.
    alter table economy_month add column if not exists counts_gifts boolean not null default false;
    alter table supply_factor add column if not exists counts_gifts boolean not null default false;
    -- Listings that could be had when the month ended; null in a month that was complete before they were counted.
    alter table economy_month add column if not exists on_offer int;

    -- When it was last posted, relisted or repriced. What was there before counts from here on.
    alter table listing add column if not exists offered_at timestamptz not null default now();

    -- The key of the month's hashes of members, deleted with them. Unlogged: in no backup or replica, and a crash forgets it.
    create unlogged table if not exists month_salt (
      month text primary key check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
      salt text not null
    );
  `)
  for (const [name, on] of Object.entries(INDEXES)) {
    await knex.raw(`create index concurrently if not exists ${name} on ${on}`)
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) await knex.raw(`drop index concurrently if exists ${name}`)
  await knex.raw(`
    drop table if exists month_salt;
    alter table listing drop column if exists offered_at;
    alter table economy_month drop column if exists counts_gifts, drop column if exists on_offer;
    alter table supply_factor drop column if exists counts_gifts;
  `)
}
