import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a transfer's words are made of, beside its kind. Those of before have a description instead.
    alter table transfer add facts jsonb;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table transfer drop column facts`)
}
