import type { Knex } from 'knex'

export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  // Each reservation counts its buyer's open ones, of which there are few, beside all that they have ever bought.
  await knex.raw(`
    create index concurrently if not exists purchase_reserved_by_buyer on purchase (buyer_id, expires_at) where state = 'reserved'
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently purchase_reserved_by_buyer')
}
