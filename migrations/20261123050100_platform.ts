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

    -- The admins' own words about their site; null is the default, or what the environment says.
    create table site (
      only_row boolean primary key default true check (only_row),
      name text check (length(name) between 1 and 40),
      tagline text check (length(tagline) between 1 and 80),
      place text check (length(place) between 1 and 80),
      contact text check (length(contact) between 1 and 200),
      photo text,
      time_zone text,
      language text,
      currency text check (currency ~ '^[a-z]{3}$'),
      units text check (units in ('us', 'metric')),
      -- The card's payment from now on, in the currency's smallest unit; each order keeps its own.
      card_order_cents integer not null default 300 check (card_order_cents between 0 and 10000),
      card_item_cents integer not null default 50 check (card_item_cents between 50 and 10000),
      -- Markdown.
      terms text not null default '' check (length(terms) <= 50000),
      privacy text not null default '' check (length(privacy) <= 50000),
      imprint text not null default '' check (length(imprint) <= 50000),
      -- Counts the changes: who saves says which one they have seen.
      version integer not null default 0,
      -- The first questions have been answered, or put aside.
      set_up_at timestamptz
    );
    insert into site default values;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table site, demo_seed, site_file, outage, backoff, rate_limit, sessions')
}
