-- Degrees of latitude and longitude make a grid of tiles; the places of entries and searches are whole cells within.
create or replace function tile_of(latitude float8, longitude float8) returns int
language sql immutable parallel safe as $$
  select (floor(latitude)::int + 90) * 360 + ((floor(longitude)::int + 180) % 360 + 360) % 360
$$;

-- The tiles that somebody within so many kilometres may be in; -1 where that may be any.
create or replace function tiles_within(latitude float8, longitude float8, km int) returns int[]
language sql immutable parallel safe as $$
  select case when km is null or latitude is null or abs(latitude) > 80 then array[-1] else array(
    select distinct tile_of(north, east)
    from (select (km + 2) / 111.0 as high) as circle,
      lateral (select high / cos(radians(abs(latitude) + high)) as wide) as around,
      generate_series(floor(latitude - high)::int, floor(latitude + high)::int) as north,
      generate_series(floor(longitude - wide)::int, floor(longitude + wide)::int) as east
  ) end
$$;
