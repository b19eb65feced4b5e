import type { Knex } from 'knex'

export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Whose doing it is: how often one member may reach another by mail and push is limited.
    alter table notice add column if not exists from_id uuid;
    -- The mail or push that it left in.
    alter table notice_delivery add column if not exists sent_in uuid;
    -- Mail or push that does not leave at all, with what was said the last time; a success ends it.
    create table if not exists outage (
      what text primary key check (what in ('mail', 'push')),
      since timestamptz not null,
      failures integer not null,
      error text not null
    )
  `)
  await knex.raw(
    'create index concurrently if not exists notice_from on notice (member_id, from_id) where from_id is not null',
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table outage;
    drop index notice_from;
    alter table notice_delivery drop column sent_in;
    alter table notice drop column from_id
  `)
}
