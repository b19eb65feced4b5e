import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Each source's last publication, as far as it could be read.
    create table recall (
      key text primary key,
      source text not null check (source in ('cpsc', 'health-canada', 'safety-gate')),
      date text not null,
      brand text not null,
      products text[] not null,
      models text[] not null,
      hazard text not null,
      url text not null,
      first_seen_at timestamptz not null,
      -- Whether what is listed and was sold has been looked through for it.
      looked_at timestamptz
    );
    create index recall_source_idx on recall (source);
    create index recall_not_looked_idx on recall (key) where looked_at is null;

    create table recall_source (
      source text primary key check (source in ('cpsc', 'health-canada', 'safety-gate')),
      -- The time of the last good copy.
      synced_at timestamptz,
      bytes bigint,
      -- The time from which on it is away, or what it sends can't be right.
      failing_since timestamptz,
      problem text check (problem in ('away', 'refused')),
      error text
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table recall_source, recall')
}
