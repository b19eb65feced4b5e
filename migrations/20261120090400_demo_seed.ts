import type { Knex } from 'knex'

/** One row while the demo neighbourhood is being filled in and afterwards: its dates are reckoned from `started_at`. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table demo_seed (
      only_row boolean primary key default true check (only_row),
      started_at timestamptz not null,
      finished_at timestamptz check (finished_at >= started_at)
    )
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table demo_seed')
}
