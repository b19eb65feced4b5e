import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What is said of an item that was not asked: a message and its values. Rows of before have the sentence alone.
    alter table analysis_batch_item add column refused jsonb;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table analysis_batch_item drop column refused')
}
