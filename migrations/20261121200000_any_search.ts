import type { Knex } from 'knex'

/**
 * One index for whatever is searched for. The category is in it because words that do not go with a category are searched
 * for in it all the same, and because walking it from the newest finds nothing for long then. Trigrams can't find texts
 * with less than three letters or digits in a row: for these it has each character and each two that follow each other.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    set local statement_timeout = 0;
    create extension if not exists btree_gin;

    -- A text that contains another has all its parts. Dear, so that it is asked last.
    create function short_parts(text) returns text[] language plpgsql immutable strict parallel safe cost 1000 as $$
    declare
      low text := lower($1);
      parts text[] := string_to_array(low, null);
    begin
      for place in 1 .. length(low) - 1 loop
        parts := parts || substr(low, place, 2);
      end loop;
      return parts;
    end $$;

    -- The table is locked against readers too from the drop on, so that comes last.
    create index listing_any_search on listing
      using gin (category, title gin_trgm_ops, city gin_trgm_ops, short_parts(title), short_parts(city));
    drop index listing_search;
    alter index listing_any_search rename to listing_search;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    set local statement_timeout = 0;
    create index listing_typed_search on listing using gin (title gin_trgm_ops, city gin_trgm_ops);
    drop index listing_search;
    alter index listing_typed_search rename to listing_search;
    drop function short_parts(text);
  `)
}
