import type { Knex } from 'knex'

/** What an analyser said about photos of one item, kept so that a repeat costs nothing. */
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
      attempts integer not null default 1 check (attempts > 0),
      asked_at timestamptz not null,
      unique (owner_id, photo_urls, category, analyser)
    );
    create index photo_analysis_by_owner on photo_analysis (owner_id, asked_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table photo_analysis')
}
