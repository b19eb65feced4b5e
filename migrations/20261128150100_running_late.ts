import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When a side said that it comes some minutes later.
    alter table appointment
      add column buyer_late_at timestamptz,
      add column seller_late_at timestamptz;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table appointment drop column buyer_late_at, drop column seller_late_at')
}
