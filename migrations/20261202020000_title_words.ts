import type { Knex } from 'knex'

/** The index is built concurrently, while the market goes on writing: outside of a transaction. */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The words of a folded title, and each of them once more with the size, by which an index finds them. It stands here,
    -- for the index is built of what it answers: the two are changed together.
    create or replace function search_words(title text, age_size text) returns text[]
      language sql immutable parallel safe cost 1000 as $$
      select array(
        select one from regexp_split_to_table(title, '[^[:alnum:]]+') word
        cross join lateral (values (word), (age_size || ' ' || word)) as either (one)
        where word <> '' and one is not null
      )
    $$`)
  await knex.raw(`
    create index concurrently if not exists search_entry_title_words on search_entry
      using gin (search_words(title, age_size)) where status = 'available'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists search_entry_title_words')
  await knex.raw('drop function search_words(text, text)')
}
