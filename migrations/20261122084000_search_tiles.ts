import type { Knex } from 'knex'

/** Of docs/decisions/10: an index is built that nobody waits for. */
export const contracts =
  'saved_search is newer than 1.0.0: wherever this runs it is as good as empty, and its index is built in no time'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Degrees of latitude and longitude make a grid of tiles; the places of entries and searches are whole cells within.
    create function tile_of(latitude float8, longitude float8) returns int
    language sql immutable parallel safe as $$
      select (floor(latitude)::int + 90) * 360 + ((floor(longitude)::int + 180) % 360 + 360) % 360
    $$;

    -- The tiles that somebody within so many kilometres may be in; -1 where that may be any.
    create function tiles_within(latitude float8, longitude float8, km int) returns int[]
    language sql immutable parallel safe as $$
      select case when km is null or latitude is null or abs(latitude) > 80 then array[-1] else array(
        select distinct tile_of(north, east)
        from (select (km + 2) / 111.0 as high) as circle,
          lateral (select high / cos(radians(abs(latitude) + high)) as wide) as around,
          generate_series(floor(latitude - high)::int, floor(latitude + high)::int) as north,
          generate_series(floor(longitude - wide)::int, floor(longitude + wide)::int) as east
      ) end
    $$;

    alter table saved_search add tiles int[] not null default '{-1}';
    update saved_search set tiles = tiles_within(latitude, longitude, within) where within is not null;
    comment on column saved_search.tiles is 'what fits lies in one of these; -1: anywhere';

    drop index saved_search_anchor;
    create index saved_search_anchor on saved_search using gin (anchors, tiles);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table saved_search drop tiles;
    create index saved_search_anchor on saved_search using gin (anchors);
    drop function tiles_within(float8, float8, int);
    drop function tile_of(float8, float8);
  `)
}
