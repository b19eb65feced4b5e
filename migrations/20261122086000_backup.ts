import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Where this market is backed up to, and how that goes; none while it is not.
    create table backup (
      only_row boolean primary key default true check (only_row),
      target text not null,
      since timestamptz not null,
      -- When the newest whole backup was complete.
      taken_at timestamptz,
      -- When the log was last carried to the target.
      archived_at timestamptz,
      -- How the last restore on trial ended; no problem is a null.
      verified_at timestamptz,
      verify_problem text,
      -- What keeps the backup from going on.
      problem text,
      problem_since timestamptz,
      check ((problem is null) = (problem_since is null))
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table backup')
}
