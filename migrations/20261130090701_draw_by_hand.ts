import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  // A giver may find somebody themselves: then it was no draw, and says so.
  await knex.raw('alter table draw add column by_hand boolean not null default false')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table draw drop column by_hand')
}
