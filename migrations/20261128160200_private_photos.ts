import type { Knex } from 'knex'

// The index is built beside the writes of those who go on working, which no transaction can do.
export const config = { transaction: false }

/** A photo in which parts are hidden knows the one that still shows them, until that is erased. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table photo add column original_id uuid references photo (id) on delete set null')
  await knex.raw('create index concurrently photo_original on photo (original_id) where original_id is not null')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table photo drop column original_id')
}
