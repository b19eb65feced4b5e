import type { Knex } from 'knex'

// An index that is built beside those who write can't be part of a transaction.
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table message add column photos text[] not null default '{}',
      add constraint message_photos_check check (cardinality(photos) <= 4) not valid,
      drop constraint message_body_check,
      add constraint message_body_check check (
        length(body) <= 2000 and (body <> '' or told is not null or cardinality(photos) > 0)
      ) not valid
  `)
  await knex.raw('alter table message validate constraint message_photos_check')
  await knex.raw('alter table message validate constraint message_body_check')
  await knex.raw(`
    alter table photo add column message_id uuid references message (id) on delete set null,
      -- Who sees it, where not everybody does: the two of a conversation, even once their message is gone.
      add column shown_to uuid[]
  `)
  await knex.raw('create index concurrently photo_by_message on photo (message_id) where message_id is not null')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table photo drop column message_id, drop column shown_to;
    delete from message where body = '' and told is null;
    alter table message drop constraint message_body_check,
      add constraint message_body_check check (length(body) <= 2000 and (body <> '' or told is not null)),
      drop column photos
  `)
}
