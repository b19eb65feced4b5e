import type { Knex } from 'knex'

// An index is built beside the writes of those who go on working, which no transaction can do.
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index concurrently if not exists admin_action_about on admin_action (about_id, id)')
  await knex.raw(
    `create index concurrently if not exists listing_hidden_with_seller on listing (seller_id) where hidden_with_seller`,
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index if exists admin_action_about')
  await knex.raw('drop index if exists listing_hidden_with_seller')
}
