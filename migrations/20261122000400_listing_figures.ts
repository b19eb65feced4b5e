import type { Knex } from 'knex'

/** A hidden listing counts as a withdrawn one. */
const STATUS = `case when hidden_at is null then status else 'withdrawn' end as status`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table listing_count (
      id bigint generated always as identity primary key,
      category text not null,
      status text not null,
      listings bigint not null,
      weighed bigint not null,
      weight_lbs numeric(16, 2) not null
    );

    create function count_listings() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into listing_count (category, status, listings, weighed, weight_lbs)
          select category, status, count(*), count(weight_lbs), coalesce(sum(weight_lbs), 0)
          from (select category, ${STATUS}, weight_lbs from after_change) as added group by category, status;
      elsif tg_op = 'DELETE' then
        insert into listing_count (category, status, listings, weighed, weight_lbs)
          select category, status, -count(*), -count(weight_lbs), -coalesce(sum(weight_lbs), 0)
          from (select category, ${STATUS}, weight_lbs from before_change) as gone group by category, status;
      else
        insert into listing_count (category, status, listings, weighed, weight_lbs)
          select category, status, sum(one), sum(weighed), sum(weight) from (
            select category, ${STATUS}, 1 as one, num_nonnulls(weight_lbs) as weighed, coalesce(weight_lbs, 0) as weight
              from after_change
            union all
            select category, ${STATUS}, -1, -num_nonnulls(weight_lbs), -coalesce(weight_lbs, 0) from before_change
          ) difference
          group by category, status having sum(one) <> 0 or sum(weighed) <> 0 or sum(weight) <> 0;
      end if;
      return null;
    end $$;
    create trigger listing_count_insert after insert on listing
      referencing new table as after_change for each statement execute function count_listings();
    create trigger listing_count_update after update on listing
      referencing old table as before_change new table as after_change
      for each statement execute function count_listings();
    create trigger listing_count_delete after delete on listing
      referencing old table as before_change for each statement execute function count_listings();

    -- Each listing as the grid shows it, in the JSON that the API answers: made once when it changes instead of each time
    -- that somebody browses. A table of its own keeps the rows that searches walk through short.
    create table listing_card (
      listing_id uuid primary key references listing (id) on delete cascade,
      card text not null
    );
    comment on column listing_card.card is 'ListingCard of the catalog''s contract, as JSON';

    -- Amounts have two decimals and times are in UTC, as the contract wants.
    create function make_listing_card(listing) returns text language sql stable as $$
      select json_build_object(
        'id', $1.id, 'title', $1.title, 'category', $1.category, 'condition', $1.condition, 'ageSize', $1.age_size,
        'city', $1.city, 'photos', $1.photos,
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

    create function add_listing_card() returns trigger language plpgsql as $$
    begin
      insert into listing_card (listing_id, card) values (new.id, make_listing_card(new));
      return null;
    end $$;

    -- A listing and its photo may change at the same moment. The second waits for the first's lock on the card, and only
    -- then reads: each statement here sees what is committed when it begins.
    create function renew_listing_card(of_listing uuid) returns void language plpgsql as $$
    begin
      perform from listing_card where listing_id = of_listing for update;
      update listing_card set card = make_listing_card(listing)
        from listing where listing.id = of_listing and listing_id = of_listing;
    end $$;
    create function renew_card_of_listing() returns trigger language plpgsql as $$
    begin
      perform renew_listing_card(new.id);
      return null;
    end $$;
    create function renew_card_of_photo() returns trigger language plpgsql as $$
    begin
      perform renew_listing_card(new.listing_id);
      return null;
    end $$;

    create trigger listing_card_insert after insert on listing for each row execute function add_listing_card();
    create trigger listing_card_update after update on listing for each row when (
      (old.title, old.category, old.condition, old.age_size, old.city, old.photos, old.token_price, old.status,
        old.delivery_option, old.seller_id, old.created_at)
      is distinct from
      (new.title, new.category, new.condition, new.age_size, new.city, new.photos, new.token_price, new.status,
        new.delivery_option, new.seller_id, new.created_at)
    ) execute function renew_card_of_listing();
    create trigger listing_card_photo after insert or update of listing_id, url, width, height, placeholder on photo
      for each row when (new.listing_id is not null) execute function renew_card_of_photo();

    create function notify_listings_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('listings_changed', '');
      return null;
    end $$;
    create trigger listings_changed after insert or update or delete or truncate on listing
      for each statement execute function notify_listings_changed();
    create trigger listings_changed after update of placeholder on photo
      for each statement execute function notify_listings_changed();

    create table map_key (
      only_row boolean primary key default true check (only_row),
      key text not null default gen_random_uuid()::text || gen_random_uuid()::text
    );
    insert into map_key default values;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table map_key;
    drop trigger listings_changed on photo;
    drop trigger listings_changed on listing;
    drop function notify_listings_changed();
    drop trigger listing_card_photo on photo;
    drop trigger listing_card_update on listing;
    drop trigger listing_card_insert on listing;
    drop function renew_card_of_photo(), renew_card_of_listing(), renew_listing_card(uuid), add_listing_card(),
      make_listing_card(listing);
    drop table listing_card;
    drop trigger listing_count_insert on listing;
    drop trigger listing_count_update on listing;
    drop trigger listing_count_delete on listing;
    drop function count_listings();
    drop table listing_count;
  `)
}
