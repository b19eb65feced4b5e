-- Amounts have two decimals and times are in UTC, as the contract wants.
create or replace function make_listing_card(listing) returns text language sql stable as $$
  select json_build_object(
    'id', $1.id, 'title', $1.title, 'category', $1.category, 'condition', $1.condition, 'ageSize', $1.age_size,
    'sizeTo', $1.size_to, 'bagCount', $1.bag_count, 'city', $1.city, 'photos', $1.photos,
    'photoInfo', coalesce((
      select json_build_array(
        json_build_object('url', url, 'width', width, 'height', height, 'placeholder', placeholder)
      ) from photo where url = $1.photos[1]
    ), '[]'),
    'tokenPrice', to_char($1.token_price / 100.0, 'FM999999999990.00'), 'status', $1.status,
    'deliveryOption', $1.delivery_option, 'userId', $1.seller_id,
    'createdAt', to_char($1.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )::text
$$;

create or replace function add_listing_card() returns trigger language plpgsql as $$
begin
  insert into listing_card (listing_id, card) values (new.id, make_listing_card(new));
  return null;
end $$;

-- A listing and its photo may change at the same moment. The second waits for the first's lock on the card, and only
-- then reads: each statement here sees what is committed when it begins.
create or replace function renew_listing_card(of_listing uuid) returns void language plpgsql as $$
begin
  perform from listing_card where listing_id = of_listing for update;
  update listing_card set card = make_listing_card(listing)
    from listing where listing.id = of_listing and listing_id = of_listing;
end $$;

create or replace function renew_card_of_listing() returns trigger language plpgsql as $$
begin
  perform renew_listing_card(new.id);
  return null;
end $$;

create or replace function renew_card_of_photo() returns trigger language plpgsql as $$
begin
  perform renew_listing_card(new.listing_id);
  return null;
end $$;

create or replace trigger listing_card_insert after insert on listing for each row execute function add_listing_card();
create or replace trigger listing_card_update after update on listing for each row when (
  (old.title, old.category, old.condition, old.age_size, old.city, old.photos, old.token_price, old.status,
    old.delivery_option, old.seller_id, old.created_at, old.size_to, old.bag_count)
  is distinct from
  (new.title, new.category, new.condition, new.age_size, new.city, new.photos, new.token_price, new.status,
    new.delivery_option, new.seller_id, new.created_at, new.size_to, new.bag_count)
) execute function renew_card_of_listing();
create or replace trigger listing_card_photo after insert or update of listing_id, url, width, height, placeholder on photo
  for each row when (new.listing_id is not null) execute function renew_card_of_photo();
