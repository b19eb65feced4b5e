-- The fixed grid of about 1 km, as in public-place.ts: rows of 0.009 degrees from the south, columns from the date line, as
-- many as the row has room for, 40,000 at the equator.
create or replace function columns_of_row(integer) returns integer language sql immutable strict parallel safe as $$
  select greatest(1, round(40000 * cos(radians(-90 + ($1 + 0.5) * 0.009::float8)))::int)
$$;

create or replace function cell_of(latitude float8, longitude float8) returns integer
language sql immutable strict parallel safe as $$
  select r * 40000 + floor((longitude + 180) / (360::float8 / columns_of_row(r)))::int % columns_of_row(r)
  from (select least(floor((latitude + 90) / 0.009::float8)::int, 19999) as r) place
$$;

create or replace function latitude_of(cell integer) returns float8 language sql immutable strict parallel safe as $$
  select round((-90 + (cell / 40000 + 0.5) * 0.009::float8)::numeric, 5)::float8
$$;

create or replace function longitude_of(cell integer) returns float8 language sql immutable strict parallel safe as $$
  select round((-180 + (cell % 40000 + 0.5) * (360::float8 / columns_of_row(cell / 40000)))::numeric, 5)::float8
$$;

-- Kilometres between two points as everybody is told them: rounded up, 1 at least; ten metres more don't count, so that
-- the cell beside is 1 km away.
create or replace function ring_between(lat1 float8, lon1 float8, lat2 float8, lon2 float8) returns integer
language sql immutable parallel safe as $$
  select greatest(1, ceil(12742.0176 * asin(sqrt(least(1, power(sin(radians(lat2 - lat1) / 2), 2)
    + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lon2 - lon1) / 2), 2)))) - 0.01))::int
$$;
