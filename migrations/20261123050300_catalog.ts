import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension btree_gin;

    create table category_price (
      id uuid primary key default gen_random_uuid(),
      category text not null unique check (category ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(category) <= 50),
      token_price integer not null default 3 check (token_price between 1 and 100),
      retail_price bigint not null default 0 check (retail_price between 0 and 1000000),
      updated_at timestamptz not null default now(),
      -- A removed category is remembered, so that whoever still has it in a form hears why it is refused.
      removed_at timestamptz
    );
    comment on column category_price.retail_price is 'US cents';

    -- Room on each page lets an update that changes no indexed column stay on it, and no index hears of it.
    create table listing (
      id uuid primary key default gen_random_uuid(),
      seller_id uuid not null references member (id),
      buyer_id uuid references member (id) check (buyer_id <> seller_id),
      title text not null check (length(title) between 3 and 100),
      description text not null check (length(description) between 10 and 1000),
      category text not null,
      condition text not null check (condition in ('like-new', 'good', 'fair', 'well-used')),
      age_size text check (
        age_size in (
          'newborn', '0-3mo', '3-6mo', '6-12mo', '12-18mo', '18-24mo', '2T-3T', '4T-5T',
          '6-7y', '8-9y', '10-11y', '12-14y',
          'shoe-16-17', 'shoe-18-19', 'shoe-20-21', 'shoe-22-23', 'shoe-24-25', 'shoe-26-27',
          'shoe-28-29', 'shoe-30-31', 'shoe-32-33', 'shoe-34-35', 'shoe-36-37', 'shoe-38-39'
        )
      ),
      city text not null check (length(city) >= 2),
      contact_name text not null check (length(contact_name) >= 2),
      contact_email text not null,
      contact_phone text,
      pickup_address text not null check (length(pickup_address) >= 5),
      latitude double precision check (latitude between -90 and 90),
      longitude double precision check (longitude between -180 and 180),
      -- The cell that everybody sees, where it isn't that of the point itself: one for all listings of a home.
      public_cell integer,
      photos text[] not null,
      token_price bigint not null default 0 check (token_price between 0 and 10000),
      weight_lbs numeric(8, 2) check (weight_lbs >= 0.01),
      delivery_option text not null default 'both' check (delivery_option in ('doordash', 'pickup', 'both')),
      status text not null default 'available' check (status in ('available', 'reserved', 'claimed', 'withdrawn')),
      tokens_in_escrow bigint not null default 0 check (tokens_in_escrow >= 0),
      purchased_at timestamptz,
      delivery_confirmed_at timestamptz,
      escrow_released_at timestamptz,
      claimed_at timestamptz,
      withdrawn_at timestamptz,
      -- Hidden by an admin: as invisible to others as a withdrawn one, whatever its status.
      hidden_at timestamptz,
      hidden_reason text,
      -- Its seller has left: contact, address and photos are gone.
      erased_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- Hidden with all that its suspended owner offers, and back with it; 'hidden_reason' is that of the suspension.
      hidden_with_seller boolean not null default false,
      -- Until then nobody can buy it; null where it was posted to be bought at once.
      draw_closes_at timestamptz,
      -- Several things as one listing: how many, and the sizes from the first to the last where they are of more than one.
      bag_count integer,
      size_to text,
      sizes text[],
      -- The fields that a model has drafted and nobody has changed.
      drafted text[] not null default '{}',
      -- The recalls with which its seller has compared the label.
      recalls_compared text[] not null default '{}',
      constraint listing_bag_holds_several check (bag_count between 2 and 50),
      constraint listing_span_is_of_a_bag check (
        size_to is null and sizes is null
        or bag_count is not null and age_size = sizes[1] and cardinality(sizes) > 1
      ),
      constraint listing_photos_check check (cardinality(photos) between 1 and 5 or erased_at is not null),
      constraint listing_hidden_for_a_reason check ((hidden_at is null) = (hidden_reason is null)),
      constraint listing_age_is_for_baby_clothes check (age_size is null or category = 'baby-clothes'),
      -- A buyer is there exactly from payment on; one who is still paying stands in purchase alone.
      constraint listing_buyer_is_claimed check (buyer_id is null or status = 'claimed'),
      constraint listing_purchase_is_whole check ((buyer_id is null) = (purchased_at is null)),
      constraint listing_escrow_needs_buyer check (tokens_in_escrow = 0 or (buyer_id is not null and delivery_confirmed_at is null)),
      constraint listing_delivery_needs_buyer check (delivery_confirmed_at is null or buyer_id is not null),
      constraint listing_release_needs_delivery check ((escrow_released_at is null) = (delivery_confirmed_at is null)),
      constraint listing_claimed_at_agrees check ((claimed_at is not null) = (status = 'claimed')),
      constraint listing_withdrawn_at_agrees check ((withdrawn_at is not null) = (status = 'withdrawn'))
    ) with (fillfactor = 85);
    comment on column listing.token_price is 'hundredths of a token';
    comment on column listing.tokens_in_escrow is 'hundredths of a token';
    -- Browsing reads search_entry; each further index here is written by every purchase.
    create index listing_created on listing (created_at desc, id desc);
    create index listing_title on listing using gin (title gin_trgm_ops);
    create index listing_hidden on listing (hidden_at) where hidden_at is not null;
    create index listing_by_seller on listing (seller_id, created_at desc);
    create index listing_by_buyer on listing (buyer_id, purchased_at desc) where buyer_id is not null;
    create index listing_hidden_with_seller on listing (seller_id) where hidden_with_seller;

    -- One row for each picture that was uploaded, whether a listing shows it yet or not.
    create table photo (
      id uuid primary key default gen_random_uuid(),
      owner_id uuid not null references member (id),
      listing_id uuid references listing (id) on delete set null,
      url text not null unique,
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      bytes integer not null check (bytes > 0),
      placeholder text,
      variants_at timestamptz,
      -- Set before the files go, so that no listing can take up a photo that is about to vanish.
      discarded_at timestamptz check (discarded_at is null or listing_id is null),
      created_at timestamptz not null default now(),
      message_id uuid,
      -- The members who see it, where not everybody does: the two of a conversation, even once their message is gone.
      shown_to uuid[],
      -- A photo in which parts are hidden knows the one that still shows them, until that is erased.
      original_id uuid references photo (id) on delete set null,
      -- A photo is known again by this: its 64-bit difference hash, and the four bands of it that are looked up.
      hash bigint,
      bands integer[]
    );
    create index photo_by_owner on photo (owner_id, created_at desc);
    create index photo_by_listing on photo (listing_id) where listing_id is not null;
    create index photo_orphans on photo (created_at) where listing_id is null and discarded_at is null;
    create index photo_discarded on photo (id) where discarded_at is not null;
    create index photo_by_message on photo (message_id) where message_id is not null;
    create index photo_original on photo (original_id) where original_id is not null;
    create index photo_bands on photo using gin (bands) where listing_id is not null;

    -- A listing with a photo that another member's listing shows, too.
    create table copied_photo (
      listing_id uuid not null references listing (id) on delete cascade,
      like_id uuid not null references listing (id) on delete cascade,
      found_at timestamptz not null,
      -- The time at which an admin has looked at it.
      cleared_at timestamptz,
      primary key (listing_id, like_id)
    );
    create index copied_photo_open on copied_photo (found_at) where cleared_at is null;
    create index copied_photo_like on copied_photo (like_id);

    -- Each listing as the grid shows it, in the JSON that the API answers: made once when it changes instead of each time
    -- that somebody browses. A table of its own keeps the rows that searches walk through short.
    create table listing_card (
      listing_id uuid primary key references listing (id) on delete cascade,
      card text not null
    );
    comment on column listing_card.card is 'ListingCard of the catalog''s contract, as JSON';

    -- Counts of listings are the sums of these rows: a change of listings adds a row, and a job adds rows up.
    create table listing_count (
      id bigint generated always as identity primary key,
      category text not null,
      status text not null,
      listings bigint not null,
      weighed bigint not null,
      weight_lbs numeric(16, 2) not null
    );

    create table map_key (
      only_row boolean primary key default true check (only_row),
      key text not null default gen_random_uuid()::text || gen_random_uuid()::text
    );
    insert into map_key default values;

    create table favourite (
      member_id uuid not null references member (id),
      listing_id uuid not null references listing (id) on delete cascade,
      added_at timestamptz not null,
      primary key (member_id, listing_id)
    );
    create index favourite_of_listing on favourite (listing_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table favourite, map_key, listing_count, listing_card, copied_photo, photo, listing, category_price;
    drop extension btree_gin;
  `)
}
