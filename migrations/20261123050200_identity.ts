import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension pg_trgm;

    create table member (
      id uuid primary key default gen_random_uuid(),
      email text not null unique check (email = lower(email) and email like '_%@_%'),
      oidc_subject text unique,
      first_name text check (length(first_name) between 1 and 100),
      last_name text check (length(last_name) between 1 and 100),
      profile_image_url text,
      is_admin boolean not null default false,
      default_city text,
      default_contact_name text,
      default_contact_email text,
      default_contact_phone text,
      default_pickup_address text,
      default_latitude double precision check (default_latitude between -90 and 90),
      default_longitude double precision check (default_longitude between -180 and 180),
      children_ages text[] not null default '{}' check (
        children_ages <@ array[
          'newborn', '0-3mo', '3-6mo', '6-12mo', '12-18mo', '18-24mo', '2T-3T', '4T-5T',
          '6-7y', '8-9y', '10-11y', '12-14y'
        ]
      ),
      -- The months in which the member's children were born, as '2025-03': for the member alone.
      children_born text[] not null default '{}',
      referral_code text not null unique,
      referred_by uuid references member (id) check (referred_by <> id),
      first_listing_at timestamptz,
      first_sale_at timestamptz,
      has_bought_once boolean not null default false,
      has_sold_once boolean not null default false,
      current_streak integer not null default 0 check (current_streak >= 0),
      last_activity_month text check (last_activity_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
      demo_note text check (length(demo_note) between 1 and 100),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- A member who has left keeps the row, which ledger, purchases and messages refer to, and nothing that tells who
      -- it was.
      deleted_at timestamptz,
      -- A BCP 47 tag. Null while the member has chosen none; what the site doesn't speak counts as none.
      language text check (length(language) <= 35),
      constraint member_children_born_check check (
        array_to_string(children_born, ' ') ~ '^([0-9]{4}-(0[1-9]|1[0-2])( |$))*$' and cardinality(children_born) <= 20
      )
    );
    create index member_referred_by on member (referred_by);
    -- The desk asks who has signed up within a day.
    create index member_created on member (created_at);
    -- Words by which admins find a member; search-members.ts asks for the same expressions.
    create index member_words on member using gin ((
      email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(default_city, '')
    ) gin_trgm_ops);
    create index member_phone on member
      (reverse(regexp_replace(default_contact_phone, '[^0-9]', '', 'g')) text_pattern_ops);

    create table member_block (
      blocker_id uuid not null references member (id),
      blocked_id uuid not null references member (id) check (blocked_id <> blocker_id),
      created_at timestamptz not null,
      primary key (blocker_id, blocked_id)
    );
    create index member_block_of_blocked on member_block (blocked_id);

    -- One open code for each address and browser; only hashes are kept.
    create table sign_in_code (
      id uuid primary key default gen_random_uuid(),
      email text not null,
      browser_hash text not null,
      code_hash text not null,
      -- Eight while somebody is guessing.
      digits smallint not null default 6 check (digits in (6, 8)),
      guesses integer not null default 0 check (guesses between 0 and 5),
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index sign_in_code_lookup on sign_in_code (email, browser_hash, created_at desc);

    -- Browsers that a member has signed in from; only a keyed hash of the browser's cookie is kept.
    create table device (
      member_id uuid not null references member (id),
      browser_hash text not null,
      last_at timestamptz not null,
      primary key (member_id, browser_hash)
    );

    create table passkey (
      id uuid primary key default gen_random_uuid(),
      member_id uuid not null references member (id),
      credential_id text not null unique,
      -- COSE, as base64url. The other half never leaves the member's device.
      public_key text not null,
      counter bigint not null check (counter >= 0),
      transports text[] not null default '{}',
      device text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    );
    create index passkey_of_member on passkey (member_id);

    -- Asked once, answered once; of a member who adds a passkey, or of nobody yet.
    create table passkey_challenge (
      challenge text primary key,
      member_id uuid references member (id),
      expires_at timestamptz not null
    );
    create index passkey_challenge_expires on passkey_challenge (expires_at);

    -- Made here and never changed: session keys rotate, and what a mailbox has earned must still be known then.
    create table mailbox_key (
      only_row boolean primary key default true check (only_row),
      key text not null default gen_random_uuid()::text || gen_random_uuid()::text,
      created_at timestamptz not null default now()
    );
    insert into mailbox_key default values;

    -- The mailbox behind each member's address, as a keyed hash. Who has left keeps it.
    create table mailbox (
      member_id uuid primary key references member (id),
      hash text not null,
      -- The private mail domain of the address, as a keyed hash; null where strangers have mailboxes under it.
      domain_hash text
    );
    create index mailbox_hash on mailbox (hash);
    create index mailbox_domain on mailbox (domain_hash);

    -- A member who starts nothing new for a while. It belongs to the mailbox behind the address: leaving and joining again
    -- doesn't end it.
    create table suspension (
      id uuid primary key default gen_random_uuid(),
      mailbox_hash text not null,
      -- As whom they were suspended.
      member_id uuid not null references member (id),
      reason text not null check (length(reason) between 1 and 500),
      -- Null: for good.
      until timestamptz check (until > created_at),
      by_id uuid not null references member (id) check (by_id <> member_id),
      created_at timestamptz not null,
      -- When it was lifted, or its listings came back after 'until'.
      ended_at timestamptz check (ended_at >= created_at),
      lifted_by uuid references member (id)
    );
    create unique index suspension_open on suspension (mailbox_hash) where ended_at is null;
    create index suspension_due on suspension (until) where ended_at is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table suspension, mailbox, mailbox_key, passkey_challenge, passkey, device, sign_in_code, member_block, member;
    drop extension pg_trgm;
  `)
}
