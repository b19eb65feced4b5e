import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Of a refused card: whether it has spent what it may in a month, and from when on it can pay for the same again; null
    -- where waiting alone doesn't bring that.
    alter table purchase_alarm
      add column over_allowance boolean not null default false,
      add column pays_from timestamptz
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table purchase_alarm drop column over_allowance, drop column pays_from')
}
