import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The card of a purchase that was refused for it, so that an admin sees whose it is.
    alter table purchase_alarm add column fingerprint text
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table purchase_alarm drop column fingerprint')
}
