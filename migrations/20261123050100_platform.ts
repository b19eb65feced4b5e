import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sessions (
      sid text primary key,
      sess jsonb not null,
      expire timestamptz not null
    );
    create index sessions_expire on sessions (expire);

    -- The columns that rate-limiter-flexible works on.
    create table rate_limit (
      key text primary key,
      points integer not null default 0,
      expire double precision
    );
    create index rate_limit_expire on rate_limit (expire);

    -- Attempts that come too often meet growing pauses; keys are hashes.
    create table backoff (
      key text primary key,
      attempts integer not null check (attempts >= 0),
      -- No attempt is heard before.
      open_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index backoff_expires on backoff (expires_at);

    -- Mail or push that does not leave at all, with what was said the last time; a success ends it.
    create table outage (
      what text primary key check (what in ('mail', 'push')),
      since timestamptz not null,
      failures integer not null,
      error text not null
    );

    create table site_file (
      name text primary key,
      superseded_at timestamptz
    );
    comment on table site_file is 'scripts, styles and pictures of builds of the site, in the photo store';
    comment on column site_file.superseded_at is 'since when the build that was started last has no such file';

    create table demo_seed (
      only_row boolean primary key default true check (only_row),
      started_at timestamptz not null,
      finished_at timestamptz check (finished_at >= started_at)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table demo_seed, site_file, outage, backoff, rate_limit, sessions')
}
