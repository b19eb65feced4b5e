-- Copies of listings are dropped when something changes that they show, and not when tokens do: whoever notifies keeps
-- everybody else from committing until it is on disk.
create or replace function notify_listings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('listings_changed', '');
  return null;
end $$;

create or replace trigger listings_changed after insert or delete or truncate or update of
    title, description, category, condition, age_size, city, photos, token_price, status, delivery_option, seller_id,
    weight_lbs, latitude, longitude, hidden_at, created_at, size_to, bag_count
  on listing for each statement execute function notify_listings_changed();
create or replace trigger listings_changed after update of placeholder on photo
  for each statement execute function notify_listings_changed();
