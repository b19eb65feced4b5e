create or replace function add_search_entries() returns trigger language plpgsql as $$
begin
  insert into search_entry
  select id, created_at, status, category, condition, age_size, token_price, delivery_option <> 'pickup', seller_id,
    searchable(title), searchable(city), cell, latitude_of(cell), longitude_of(cell), bag_count is not null, sizes
  from (
    select *, case when latitude is not null then coalesce(public_cell, cell_of(latitude, longitude)) end as cell
    from added where status <> 'withdrawn' and hidden_at is null offset 0
  ) placed;
  return null;
end $$;

create or replace function renew_search_entry() returns trigger language plpgsql as $$
begin
  if new.status = 'withdrawn' or new.hidden_at is not null then
    delete from search_entry where listing_id = new.id;
    return null;
  end if;
  -- The change that comes most often, of a listing that is bought: no words are folded for it.
  if old.status <> 'withdrawn' and (old.created_at, old.category, old.condition, old.age_size, old.token_price,
      old.delivery_option, old.seller_id, old.title, old.city, old.latitude, old.longitude, old.hidden_at, old.bag_count, old.sizes)
    is not distinct from (new.created_at, new.category, new.condition, new.age_size, new.token_price,
      new.delivery_option, new.seller_id, new.title, new.city, new.latitude, new.longitude, new.hidden_at, new.bag_count, new.sizes) then
    update search_entry set status = new.status where listing_id = new.id;
    return null;
  end if;
  insert into search_entry
  select id, created_at, status, category, condition, age_size, token_price, delivery_option <> 'pickup', seller_id,
    searchable(title), searchable(city), cell, latitude_of(cell), longitude_of(cell), bag_count is not null, sizes
  from (
    select *, case when latitude is not null then coalesce(public_cell, cell_of(latitude, longitude)) end as cell
    from (select new.*) listing offset 0
  ) placed
  on conflict (listing_id) do update set (listing_id, created_at, status, category, condition, age_size, token_price,
    by_courier, seller_id, title, city, cell, latitude, longitude, bag, sizes) = row (excluded.*);
  return null;
end $$;

create or replace trigger search_entry_insert after insert on listing
  referencing new table as added for each statement execute function add_search_entries();
create or replace trigger search_entry_update after update on listing for each row when (
  (old.created_at, old.status, old.category, old.condition, old.age_size, old.token_price, old.delivery_option,
    old.seller_id, old.title, old.city, old.latitude, old.longitude, old.hidden_at, old.bag_count, old.sizes)
  is distinct from
  (new.created_at, new.status, new.category, new.condition, new.age_size, new.token_price, new.delivery_option,
    new.seller_id, new.title, new.city, new.latitude, new.longitude, new.hidden_at, new.bag_count, new.sizes)
) execute function renew_search_entry();
