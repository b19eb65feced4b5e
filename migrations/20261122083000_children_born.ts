import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The months in which the member's children were born, as '2025-03': for the member alone.
    alter table member add children_born text[] not null default '{}';
    alter table member add constraint member_children_born_check
      check (array_to_string(children_born, ' ') ~ '^([0-9]{4}-(0[1-9]|1[0-2])( |$))*$' and cardinality(children_born) <= 20)
      not valid;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table member drop children_born`)
}
