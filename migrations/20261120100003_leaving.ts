import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Who has left keeps the row, which ledger, purchases and messages refer to, and nothing that tells who it was.
    alter table member add column deleted_at timestamptz;

    alter table listing add column erased_at timestamptz,
      drop constraint listing_photos_check,
      add constraint listing_photos_check check (cardinality(photos) between 1 and 5 or erased_at is not null);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update listing set photos = array['/photos/00000000-0000-4000-8000-000000000000.webp'] where cardinality(photos) = 0;
    alter table listing drop constraint listing_photos_check, drop column erased_at,
      add constraint listing_photos_check check (cardinality(photos) between 1 and 5);
    alter table member drop column deleted_at;
  `)
}
