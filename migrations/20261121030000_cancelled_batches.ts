import type { Knex } from 'knex'

/** A member can stop a batch: what no job has begun is then not asked at all, and does not count. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table photo_analysis
      -- When a job began this attempt; from then on it runs to its end.
      add column started_at timestamptz,
      -- How many of the attempts were cancelled before a job began them.
      add column cancelled integer not null default 0,
      add constraint photo_analysis_cancelled_attempts check (cancelled between 0 and attempts);
    -- Set for good, also for a batch that is cancelled before it arrives.
    alter table analysis_batch add column cancelled_at timestamptz;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table analysis_batch drop column cancelled_at;
    alter table photo_analysis drop column cancelled, drop column started_at;
  `)
}
