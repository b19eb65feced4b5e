import type { Knex } from 'knex'

/**
 * One index for title and city: a search for both meets in it, instead of listing what either finds and comparing. For one
 * of them alone it does the same as an index of its own.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    set local statement_timeout = 0;
    create index listing_search on listing using gin (title gin_trgm_ops, city gin_trgm_ops);
    drop index listing_title_search, listing_city_search;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    set local statement_timeout = 0;
    create index listing_title_search on listing using gin (title gin_trgm_ops);
    create index listing_city_search on listing using gin (city gin_trgm_ops);
    drop index listing_search;
  `)
}
