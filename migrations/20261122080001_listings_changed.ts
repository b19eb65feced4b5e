import type { Knex } from 'knex'

/**
 * What is kept of listings is dropped when something changes that it shows, and not when tokens do: whoever notifies keeps
 * everybody else from committing until it is on disk.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace trigger listings_changed after insert or delete or truncate or update of
      title, description, category, condition, age_size, city, photos, token_price, status, delivery_option, seller_id,
      weight_lbs, latitude, longitude, hidden_at, created_at
    on listing for each statement execute function notify_listings_changed()`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace trigger listings_changed after insert or update or delete or truncate on listing
    for each statement execute function notify_listings_changed()`)
}
