import type { Knex } from 'knex'

/** Of docs/decisions/10: an index is built that writes wait for. */
export const contracts =
  'no statement of 1.0.0 uses what goes, for browsing reads search_entry; building the two takes seconds at a million'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    set local statement_timeout = '30min';
    -- Browsing reads search_entry. These were of the time before, and each purchase wrote to all of them: of an update that
    -- changes no indexed column, and finds room on its page, no index hears.
    drop index listing_search, listing_newest, listing_status_newest, listing_category_newest;
    create index listing_title on listing using gin (title gin_trgm_ops);
    create index listing_created on listing (created_at desc, id desc);
    alter table listing set (fillfactor = 85)
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table listing reset (fillfactor);
    drop index listing_created, listing_title;
    create index listing_search on listing
      using gin (category, title gin_trgm_ops, city gin_trgm_ops, short_parts(title), short_parts(city));
    create index listing_newest on listing (created_at desc, id desc) where status <> 'withdrawn';
    create index listing_status_newest on listing (status, created_at desc, id desc);
    create index listing_category_newest on listing (category, created_at desc, id desc) where status <> 'withdrawn'
  `)
}
