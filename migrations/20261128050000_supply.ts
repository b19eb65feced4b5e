import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Tokens for each member who was active in the last 90 days; null: bonuses are always paid in full.
    alter table admin_settings add column supply_target numeric(6, 2) check (supply_target >= 1);

    -- What the repeatable bonuses of a month pay, with all that it was reckoned from. Published before the month begins.
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
      check (counted_until <= published_at and published_at < begins_at)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table supply_factor; alter table admin_settings drop column supply_target')
}
