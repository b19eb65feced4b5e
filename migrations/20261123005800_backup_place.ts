import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table backup
      -- What the place said of itself when the backup began there; null until it is read again.
      add column place text,
      -- The newest segment of the log that was carried there.
      add column shipped text,
      -- What kept the last whole backup from being taken.
      add column take_problem text,
      add column take_problem_since timestamptz,
      -- Since when the log has a hole, because the place was away for too long.
      add column log_lost_at timestamptz,
      -- Files that the last restore on trial found damaged.
      add column rotten text[] not null default '{}';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table backup drop column place, drop column shipped, drop column take_problem,
      drop column take_problem_since, drop column log_lost_at, drop column rotten;
  `)
}
