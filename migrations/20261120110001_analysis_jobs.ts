import type { Knex } from 'knex'

/** Photos are analysed by jobs: the row of a question is where its answer, or why there is none, is waited for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table photo_analysis
      -- {code, status, message}: why there is no result.
      add column failure jsonb,
      -- Empty while a job has it.
      add column finished_at timestamptz;
    update photo_analysis set finished_at = asked_at;
    alter table photo_analysis add constraint photo_analysis_one_outcome check (
      num_nonnulls(result, failure) = 0 or (num_nonnulls(result, failure) = 1 and finished_at is not null)
    );

    create table analysis_batch (
      id uuid primary key,
      owner_id uuid not null references member (id),
      created_at timestamptz not null
    );
    create index analysis_batch_by_owner on analysis_batch (owner_id);

    create table analysis_batch_item (
      batch_id uuid not null references analysis_batch (id) on delete cascade,
      position smallint not null check (position between 0 and 9),
      photo_urls text[] not null,
      category text not null,
      analysis_id uuid references photo_analysis (id),
      -- Why it was not even asked, for people.
      refusal text,
      primary key (batch_id, position),
      check (num_nonnulls(analysis_id, refusal) = 1)
    );
    create index analysis_batch_item_by_analysis on analysis_batch_item (analysis_id);

    -- What the analysers have cost, in the tokens of their models.
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
  await knex.raw(`
    drop table analysis_cost;
    drop table analysis_batch_item;
    drop table analysis_batch;
    alter table photo_analysis drop constraint photo_analysis_one_outcome;
    alter table photo_analysis drop column failure, drop column finished_at;
  `)
}
