import type { Knex } from 'knex'

/** Concurrently, so outside of a transaction. */
export const config = { transaction: false }

/**
 * Searches read `search_entry` since it has come. What is left is the desk's search for a part of a title, and an index
 * that each change of a listing writes to should hold no more than that.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index concurrently if not exists listing_title on listing using gin (title gin_trgm_ops)')
  await knex.raw('drop index concurrently if exists listing_search')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create index concurrently if not exists listing_search on listing
      using gin (category, title gin_trgm_ops, city gin_trgm_ops, short_parts(title), short_parts(city))`)
  await knex.raw('drop index concurrently if exists listing_title')
}
