import type { Knex } from 'knex'

/** Degrees of latitude, and how many columns the equator has: as public-place.ts. */
const HEIGHT = 0.009
const COLUMNS = 40_000

const COPIED = `listing_id, created_at, status, category, condition, age_size, token_price, by_courier, seller_id, title,
  city, cell, latitude, longitude`

const entriesOf = (listings: string) => `
  select id, created_at, status, category, condition, age_size, token_price, delivery_option <> 'pickup', seller_id,
    searchable(title), searchable(city), cell, latitude_of(cell), longitude_of(cell)
  from (select *, cell_of(latitude, longitude) as cell from ${listings} listing
    where status <> 'withdrawn' and hidden_at is null offset 0) placed`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    set local statement_timeout = '30min';

    -- The same for whatever is read as the same: letter case, accents, signs that stand for letters.
    create function fold(text) returns text language sql immutable strict parallel safe as $$
      select translate(
        replace(replace(replace(
          regexp_replace(lower(normalize($1, NFKD)), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        'øłđıς', 'oldiσ')
    $$;
    -- As who has no such letters writes them.
    create function spell_out(text) returns text language sql immutable strict parallel safe as $$
      select fold(replace(replace(replace(replace(replace(
        lower(normalize($1, NFKC)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'))
    $$;
    create function searchable(text) returns text language sql immutable strict parallel safe as $$
      select case when $1 ~ '^[ -~]*$' then lower($1) when fold($1) = spell_out($1) then fold($1)
        else fold($1) || ' ' || spell_out($1) end
    $$;
    -- The pattern of like for what has this folded text in it.
    create function holding(text) returns text language sql immutable strict parallel safe as $$
      select '%' || regexp_replace($1, '([\\\\%_])', '\\\\\\1', 'g') || '%'
    $$;

    -- The fixed grid of about 1 km: rows from the south, columns from the date line, as many as the row has room for.
    create function columns_of_row(integer) returns integer language sql immutable strict parallel safe as $$
      select greatest(1, round(${COLUMNS} * cos(radians(-90 + ($1 + 0.5) * ${HEIGHT}::float8)))::int)
    $$;
    create function cell_of(latitude float8, longitude float8) returns integer language sql immutable strict parallel safe as $$
      select r * ${COLUMNS} + floor((longitude + 180) / (360::float8 / columns_of_row(r)))::int % columns_of_row(r)
      from (select least(floor((latitude + 90) / ${HEIGHT}::float8)::int, ${Math.round(180 / HEIGHT) - 1}) as r) place
    $$;
    create function latitude_of(cell integer) returns float8 language sql immutable strict parallel safe as $$
      select round((-90 + (cell / ${COLUMNS} + 0.5) * ${HEIGHT}::float8)::numeric, 5)::float8
    $$;
    create function longitude_of(cell integer) returns float8 language sql immutable strict parallel safe as $$
      select round((-180 + (cell % ${COLUMNS} + 0.5) * (360::float8 / columns_of_row(cell / ${COLUMNS})))::numeric, 5)::float8
    $$;
    -- Kilometres between two points as everybody is told them: rounded up, 1 at least; ten metres more don't count, so that
    -- the cell beside is 1 km away.
    create function ring_between(lat1 float8, lon1 float8, lat2 float8, lon2 float8) returns integer
      language sql immutable parallel safe as $$
      select greatest(1, ceil(12742.0176 * asin(sqrt(least(1, power(sin(radians(lat2 - lat1) / 2), 2)
        + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lon2 - lon1) / 2), 2)))) - 0.01))::int
    $$;

    -- What a listing is found by, one short row for each that the public sees; its place is its public one.
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
      longitude double precision
    );
    comment on column search_entry.title is 'folded; as is the city';
    comment on column search_entry.token_price is 'hundredths of a token';
    comment on column search_entry.latitude is 'of the centre of its cell; as is the longitude';

    create function add_search_entries() returns trigger language plpgsql as $$
    begin
      insert into search_entry ${entriesOf('added')};
      return null;
    end $$;
    create function renew_search_entry() returns trigger language plpgsql as $$
    begin
      if new.status = 'withdrawn' or new.hidden_at is not null then
        delete from search_entry where listing_id = new.id;
        return null;
      end if;
      insert into search_entry ${entriesOf('(select new.*)')}
        on conflict (listing_id) do update set (${COPIED}) = row (excluded.*);
      return null;
    end $$;
    create trigger search_entry_insert after insert on listing
      referencing new table as added for each statement execute function add_search_entries();
    create trigger search_entry_update after update on listing for each row when (
      (old.created_at, old.status, old.category, old.condition, old.age_size, old.token_price, old.delivery_option,
        old.seller_id, old.title, old.city, old.latitude, old.longitude, old.hidden_at)
      is distinct from
      (new.created_at, new.status, new.category, new.condition, new.age_size, new.token_price, new.delivery_option,
        new.seller_id, new.title, new.city, new.latitude, new.longitude, new.hidden_at)
    ) execute function renew_search_entry();

    insert into search_entry ${entriesOf('listing')};

    create index search_entry_newest on search_entry (created_at desc, listing_id desc);
    create index search_entry_status_newest on search_entry (status, created_at desc, listing_id desc)
      where status <> 'available';
    create index search_entry_category_newest on search_entry (category, created_at desc, listing_id desc);
    create index search_entry_cheapest on search_entry (token_price, created_at desc, listing_id desc);
    create index search_entry_category_cheapest
      on search_entry (category, token_price, created_at desc, listing_id desc);
    create index search_entry_cell on search_entry (cell, created_at desc, listing_id desc);
    -- For who has nothing near.
    create index search_entry_place on search_entry using gist (point(longitude, latitude));
    create index search_entry_by_seller on search_entry (seller_id, created_at desc);
    create index search_entry_words on search_entry using gin (category, age_size, condition,
      title gin_trgm_ops, city gin_trgm_ops, short_parts(title), short_parts(city));
    -- A category has its price and its sizes.
    create statistics search_entry_kinds (mcv) on category, token_price, age_size from search_entry;
    analyze search_entry;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger search_entry_update on listing;
    drop trigger search_entry_insert on listing;
    drop function renew_search_entry(), add_search_entries();
    drop table search_entry;
    drop function ring_between(float8, float8, float8, float8), longitude_of(integer), latitude_of(integer),
      cell_of(float8, float8), columns_of_row(integer), holding(text), searchable(text), spell_out(text), fold(text);
  `)
}
