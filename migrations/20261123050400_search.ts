import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The two functions stand here, for indexes are built of what they answer: one of them is changed together with its index.

    -- A text that contains another has all its parts. Dear, so that it is asked last.
    create function short_parts(text) returns text[] language plpgsql immutable strict parallel safe cost 1000 as $$
    declare
      low text := lower($1);
      parts text[] := string_to_array(low, null);
    begin
      for place in 1 .. length(low) - 1 loop
        parts := parts || substr(low, place, 2);
      end loop;
      return parts;
    end $$;

    -- A word, and as it is without one of its letters: words one typo apart have a spelling in common.
    create function near_spellings(text) returns text[] language sql immutable strict parallel safe cost 1000 as $$
      select array(select $1 union select overlay($1 placing '' from place for 1) from generate_series(1, length($1)) place)
    $$;

    -- The search's copy of a listing, one short row for each that the public sees; its place is its public one.
    create table search_entry (
      listing_id uuid primary key references listing (id) on delete cascade,
      created_at timestamptz not null,
      status text not null,
      category text not null,
      condition text not null,
      age_size text,
      token_price bigint not null,
      by_courier boolean not null,
      seller_id uuid not null,
      title text not null,
      city text not null,
      cell integer,
      latitude double precision,
      longitude double precision,
      bag boolean not null default false,
      sizes text[]
    );
    comment on column search_entry.title is 'folded; as is the city';
    comment on column search_entry.token_price is 'hundredths of a token';
    comment on column search_entry.latitude is 'of the centre of its cell; as is the longitude';
    create index search_entry_newest on search_entry (created_at desc, listing_id desc);
    create index search_entry_status_newest on search_entry (status, created_at desc, listing_id desc)
      where status <> 'available';
    create index search_entry_category_newest on search_entry (category, created_at desc, listing_id desc);
    create index search_entry_cheapest on search_entry (token_price, created_at desc, listing_id desc);
    create index search_entry_category_cheapest
      on search_entry (category, token_price, created_at desc, listing_id desc);
    create index search_entry_cell on search_entry (cell, created_at desc, listing_id desc);
    -- Sizes near the reader, and how many listings are near.
    create index search_entry_size_cell on search_entry (age_size, cell) where age_size is not null;
    -- Bags with things in several sizes.
    create index search_entry_spans on search_entry (cell) include (sizes) where sizes is not null;
    -- For who has nothing near.
    create index search_entry_place on search_entry using gist (point(longitude, latitude));
    create index search_entry_by_seller on search_entry (seller_id, created_at desc);
    -- One index for whatever is searched for. The category is in it because words that do not go with a category are
    -- searched for in it all the same, and because walking it from the newest finds nothing for long then. Trigrams can't
    -- find texts with less than three letters or digits in a row: for these it has each character and each two that follow
    -- each other.
    create index search_entry_words on search_entry using gin (category, age_size, condition,
      title gin_trgm_ops, city gin_trgm_ops, short_parts(title), short_parts(city));
    -- A category has its price and its sizes.
    create statistics search_entry_kinds (mcv) on category, token_price, age_size from search_entry;
    -- Towns are dense and lie apart: a hundred steps tell little of how many are around.
    alter table search_entry alter column cell set statistics 1000;

    create table title_word (
      word text primary key,
      listings bigint not null
    );
    comment on column title_word.word is 'folded, of the titles of public listings';
    create index title_word_near on title_word using gin (near_spellings(word), word gin_trgm_ops);

    -- Added up into title_word by a job: posting never waits for another who posts the same word.
    create table title_word_change (
      id bigint generated always as identity primary key,
      word text not null,
      listings bigint not null
    );

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
      tiles integer[] not null default '{-1}',
      title_words text[] not null,
      city_words text[] not null,
      anchors text[] not null,
      bag boolean not null default false
    );
    comment on table saved_search is 'a search, and what it asks of an entry of search_entry: null where that is nothing';
    comment on column saved_search.query is 'as the member has put it';
    comment on column saved_search.read_at is 'when its member last looked at it; it rests when that is long ago';
    comment on column saved_search.max_price is 'hundredths of a token';
    comment on column saved_search.latitude is 'of the centre of its cell; as is the longitude';
    comment on column saved_search.tiles is 'what fits lies in one of these; -1: anywhere';
    comment on column saved_search.title_words is 'folded; the readings of one word are divided by a line feed';
    comment on column saved_search.anchors is 'of what fits, the title has one of these in it';
    create index saved_search_of_member on saved_search (member_id, created_at);
    create index saved_search_anchor on saved_search using gin (anchors, tiles);

    -- The listings that a saved search has found for a member: each listing once, however it is told.
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

    -- Members whose search found nothing, once for each; forgotten when the month is counted.
    create table missed_search (
      month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
      words text not null,
      -- A hash keyed for this month: it counts people and names nobody.
      seeker text not null,
      -- Whether it was a member's who could have paid for whatever they looked for.
      could_pay boolean not null default false,
      primary key (month, words, seeker)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table missed_search, search_match, saved_search, title_word_change, title_word, search_entry;
    drop function near_spellings(text), short_parts(text);
  `)
}
