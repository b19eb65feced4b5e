import type { Knex } from 'knex'

// The index is built beside the writes of those who go on working, which no transaction can do.
export const config = { transaction: false }

/** Several things as one listing: how many, and the sizes from the first to the last where they are of more than one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table listing add column bag_count integer, add column size_to text, add column sizes text[],
      add constraint listing_bag_holds_several check (bag_count between 2 and 50) not valid,
      add constraint listing_span_is_of_a_bag
        check (size_to is null and sizes is null or bag_count is not null and age_size = sizes[1] and cardinality(sizes) > 1) not valid
  `)
  await knex.raw('alter table search_entry add column bag boolean not null default false, add column sizes text[]')
  await knex.raw('alter table saved_search add column bag boolean not null default false')
  // Kept cards say what they lack, as new ones do.
  await knex.raw(`update listing_card set card = left(card, -1) || ',"sizeTo":null,"bagCount":null}'`)
  await knex.raw(
    'create index concurrently search_entry_spans on search_entry (cell) include (sizes) where sizes is not null',
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index search_entry_spans')
  await knex.raw('alter table saved_search drop column bag')
  await knex.raw('alter table search_entry drop column bag, drop column sizes')
  await knex.raw('alter table listing drop column bag_count, drop column size_to, drop column sizes')
}
