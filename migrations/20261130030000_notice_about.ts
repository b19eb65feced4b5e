import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The listing that a notice is about: its picture, and what decides.
    alter table notice add column about jsonb;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table notice drop column about')
}
