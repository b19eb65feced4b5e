import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How the last audit of the books ended.
    create table audit_run (
      only_row boolean primary key default true check (only_row),
      finished_at timestamptz not null,
      findings integer not null check (findings >= 0)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table audit_run')
}
