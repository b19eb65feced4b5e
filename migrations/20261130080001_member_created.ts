import type { Knex } from 'knex'

/** An index is built concurrently, which no transaction allows. */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  // The desk asks who has signed up within a day.
  await knex.raw('create index concurrently if not exists member_created on member (created_at)')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index member_created')
}
