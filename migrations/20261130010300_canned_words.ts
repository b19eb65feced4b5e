import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Reasons that admins give again and again, to be chosen and changed.
    create table canned_words (
      only_one boolean primary key default true check (only_one),
      list text[] not null check (cardinality(list) <= 20),
      version int not null check (version > 0)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table canned_words')
}
