import type { Knex } from 'knex'

/** Of docs/decisions/10: an index is built that nobody waits for. */
export const contracts =
  'search_entry is newer than 1.0.0: no index of a released version goes, and one sixth of it is read for this one'

/** Sizes near the reader, and how many listings are near. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    set local statement_timeout = '30min';
    create index search_entry_size_cell on search_entry (age_size, cell) where age_size is not null;
    -- Towns are dense and lie apart: a hundred steps tell little of how many are around.
    alter table search_entry alter column cell set statistics 1000;
    analyze search_entry (cell);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table search_entry alter column cell set statistics default;
    drop index search_entry_size_cell;
  `)
}
