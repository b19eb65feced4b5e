import type { Knex } from 'knex'

// The indexes are built beside the writes of those who go on working, which no transaction can do.
export const config = { transaction: false }

/** By what a photo is known again, whose photo another listing shows, and which fields a model has drafted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table photo add column hash bigint, add column bands integer[]')
  await knex.raw(`
    create table copied_photo (
      listing_id uuid not null references listing (id) on delete cascade,
      like_id uuid not null references listing (id) on delete cascade,
      found_at timestamptz not null,
      -- When an admin has looked at it.
      cleared_at timestamptz,
      primary key (listing_id, like_id)
    )
  `)
  await knex.raw('create index copied_photo_open on copied_photo (found_at) where cleared_at is null')
  await knex.raw('create index copied_photo_like on copied_photo (like_id)')
  await knex.raw(`alter table listing add column drafted text[] not null default '{}'`)
  await knex.raw('create index concurrently photo_bands on photo using gin (bands) where listing_id is not null')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index photo_bands')
  await knex.raw('alter table listing drop column drafted')
  await knex.raw('drop table copied_photo')
  await knex.raw('alter table photo drop column hash, drop column bands')
}
