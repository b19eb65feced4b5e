import type { Knex } from 'knex'

/** The two functions that write entries, by where they take the cell from. */
const entries = (cell: string) => `
  create or replace function add_search_entries() returns trigger language plpgsql as $$
  begin
    insert into search_entry
    select id, created_at, status, category, condition, age_size, token_price, delivery_option <> 'pickup', seller_id,
      searchable(title), searchable(city), cell, latitude_of(cell), longitude_of(cell)
    from (select *, ${cell} as cell from added listing
      where status <> 'withdrawn' and hidden_at is null offset 0) placed;
    return null;
  end $$;

  create or replace function renew_search_entry() returns trigger language plpgsql as $$
  begin
    if new.status = 'withdrawn' or new.hidden_at is not null then
      delete from search_entry where listing_id = new.id;
      return null;
    end if;
    insert into search_entry
    select id, created_at, status, category, condition, age_size, token_price, delivery_option <> 'pickup', seller_id,
      searchable(title), searchable(city), cell, latitude_of(cell), longitude_of(cell)
    from (select *, ${cell} as cell from (select new.*) listing
      where status <> 'withdrawn' and hidden_at is null offset 0) placed
    on conflict (listing_id) do update set (listing_id, created_at, status, category, condition, age_size, token_price, by_courier, seller_id, title,
      city, cell, latitude, longitude) = row (excluded.*);
    return null;
  end $$`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The cell that everybody sees, where it isn't that of the point itself: one for all listings of a home.
    alter table listing add column public_cell integer;
    ${entries('case when latitude is not null then coalesce(public_cell, cell_of(latitude, longitude)) end')}
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${entries('cell_of(latitude, longitude)')};
    alter table listing drop column public_cell
  `)
}
