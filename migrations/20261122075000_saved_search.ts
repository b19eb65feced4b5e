import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table saved_search (
      id uuid primary key default gen_random_uuid(),
      member_id uuid not null references member (id),
      query jsonb not null,
      how text not null check (how in ('at-once', 'daily', 'weekly', 'none')),
      shown boolean not null,
      created_at timestamptz not null,
      read_at timestamptz not null,
      category text,
      age_size text,
      condition text,
      max_price bigint,
      by_courier boolean not null,
      seller_id uuid,
      latitude double precision,
      longitude double precision,
      within integer,
      title_words text[] not null,
      city_words text[] not null,
      anchors text[] not null
    );
    comment on table saved_search is 'a search, and what it asks of an entry of search_entry: null where that is nothing';
    comment on column saved_search.query is 'as the member has put it';
    comment on column saved_search.read_at is 'when its member last looked at it; it rests when that is long ago';
    comment on column saved_search.max_price is 'hundredths of a token';
    comment on column saved_search.latitude is 'of the centre of its cell; as is the longitude';
    comment on column saved_search.title_words is 'folded; the readings of one word are divided by a line feed';
    comment on column saved_search.anchors is 'of what fits, the title has one of these in it';
    create index saved_search_of_member on saved_search (member_id, created_at);
    create index saved_search_anchor on saved_search using gin (anchors);

    -- What a saved search has found for a member: each listing once, however it is told.
    create table search_match (
      member_id uuid not null references member (id),
      listing_id uuid not null references listing (id) on delete cascade,
      search_id uuid references saved_search (id) on delete set null,
      found_at timestamptz not null,
      told_at timestamptz,
      primary key (member_id, listing_id)
    );
    create index search_match_of_listing on search_match (listing_id);
    create index search_match_of_search on search_match (search_id);
    create index search_match_untold on search_match (member_id, found_at) where told_at is null;
    create index search_match_age on search_match (found_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table search_match, saved_search')
}
