import type { Knex } from 'knex'

/** Whatever may change what visitors see first is told to every process, when its transaction commits. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function tell_listings_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('listings_changed', '');
      return null;
    end $$;
    create trigger listings_changed after insert or update or delete or truncate on listing
      for each statement execute function tell_listings_changed();
    create trigger listings_changed after update of placeholder on photo
      for each statement execute function tell_listings_changed();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger listings_changed on photo;
    drop trigger listings_changed on listing;
    drop function tell_listings_changed();
  `)
}
