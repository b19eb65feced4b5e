import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table photo_analysis (
      id uuid primary key default gen_random_uuid(),
      owner_id uuid not null references member (id),
      photo_urls text[] not null check (cardinality(photo_urls) between 1 and 5),
      category text not null,
      analyser text not null,
      -- Empty while it is asked, and after a failure: that counts as well, for it costs as much.
      result jsonb,
      -- {code, status, message}: why there is no result.
      failure jsonb,
      attempts integer not null default 1 check (attempts > 0),
      -- Attempts that were cancelled before a job began them.
      cancelled integer not null default 0,
      asked_at timestamptz not null,
      -- The time at which a job began this attempt; from then on it runs to its end.
      started_at timestamptz,
      -- Empty while a job has it.
      finished_at timestamptz,
      unique (owner_id, photo_urls, category, analyser),
      constraint photo_analysis_cancelled_attempts check (cancelled between 0 and attempts),
      constraint photo_analysis_one_outcome check (
        num_nonnulls(result, failure) = 0 or (num_nonnulls(result, failure) = 1 and finished_at is not null)
      )
    );
    create index photo_analysis_by_owner on photo_analysis (owner_id, asked_at);

    create table analysis_batch (
      id uuid primary key,
      owner_id uuid not null references member (id),
      created_at timestamptz not null,
      -- Set for good, also for a batch that is cancelled before it arrives.
      cancelled_at timestamptz
    );
    create index analysis_batch_by_owner on analysis_batch (owner_id);

    create table analysis_batch_item (
      batch_id uuid not null references analysis_batch (id) on delete cascade,
      position smallint not null check (position between 0 and 9),
      photo_urls text[] not null,
      category text not null,
      analysis_id uuid references photo_analysis (id),
      -- The reason for which it was not even asked, for people.
      refusal text,
      -- The same as a message and its values.
      refused jsonb,
      primary key (batch_id, position),
      check (num_nonnulls(analysis_id, refusal) = 1)
    );
    create index analysis_batch_item_by_analysis on analysis_batch_item (analysis_id);

    -- Analysers' costs, in the tokens of their models.
    create table analysis_cost (
      analyser text not null,
      day date not null,
      answered integer not null default 0,
      failed integer not null default 0,
      tokens_in bigint not null default 0,
      tokens_out bigint not null default 0,
      primary key (analyser, day)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table analysis_cost, analysis_batch_item, analysis_batch, photo_analysis')
}
