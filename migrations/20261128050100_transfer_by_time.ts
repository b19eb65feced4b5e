import type { Knex } from 'knex'

export const config = { transaction: false }

/** The ledger is written in the order of time: an index of a few pages finds a month in it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index concurrently transfer_by_time on transfer using brin (created_at)')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index transfer_by_time')
}
