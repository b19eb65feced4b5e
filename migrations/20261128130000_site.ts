import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the admins say about their site; null is the default, or what the environment says.
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
      -- What the card pays from now on, in the currency's smallest unit; each order keeps its own.
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
    insert into site (set_up_at) select min(created_at) from admin_setup;

    -- What was paid before was paid in US dollars.
    alter table purchase add column currency text not null default 'usd';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table purchase drop column currency;
    drop table site;
  `)
}
