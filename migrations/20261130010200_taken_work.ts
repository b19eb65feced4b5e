import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- An admin is on it at the moment, so that two don't look into the same.
    create table taken_work (
      -- As the desk names it, such as listing:<id> for what was reported, purchase:<id>, appeal:<id>.
      subject text primary key check (length(subject) between 1 and 200),
      admin_id uuid not null references member (id),
      until timestamptz not null
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table taken_work')
}
