import type { Knex } from 'knex'

/** The secret that decides how far each place is moved on public maps. It must never change: two answers would narrow it down. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table map_key (
      only_row boolean primary key default true check (only_row),
      key text not null default gen_random_uuid()::text || gen_random_uuid()::text
    );
    insert into map_key default values;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table map_key')
}
