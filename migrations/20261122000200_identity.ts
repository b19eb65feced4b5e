import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table member (
      id uuid primary key default gen_random_uuid(),
      email text not null unique check (email = lower(email) and email like '_%@_%'),
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
      referral_code text not null unique,
      referred_by uuid references member (id) check (referred_by <> id),
      first_listing_at timestamptz,
      first_sale_at timestamptz,
      has_bought_once boolean not null default false,
      has_sold_once boolean not null default false,
      current_streak integer not null default 0 check (current_streak >= 0),
      last_activity_month text check (last_activity_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
      children_ages text[] not null default '{}' check (
        children_ages <@ array['newborn', '0-3mo', '3-6mo', '6-12mo', '12-18mo', '18-24mo', '2T-3T', '4T-5T']
      ),
      oidc_subject text unique,
      mail_messages boolean not null default true,
      mail_purchases boolean not null default true,
      demo_note text check (length(demo_note) between 1 and 100),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- Who has left keeps the row, which ledger, purchases and messages refer to, and nothing that tells who it was.
      deleted_at timestamptz
    );
    create index member_referred_by on member (referred_by);

    -- One open code for each address and browser; only hashes are kept.
    create table sign_in_code (
      id uuid primary key default gen_random_uuid(),
      email text not null,
      browser_hash text not null,
      code_hash text not null,
      guesses integer not null default 0 check (guesses between 0 and 5),
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index sign_in_code_lookup on sign_in_code (email, browser_hash, created_at desc);

    create table member_block (
      blocker_id uuid not null references member (id),
      blocked_id uuid not null references member (id) check (blocked_id <> blocker_id),
      created_at timestamptz not null,
      primary key (blocker_id, blocked_id)
    );
    create index member_block_of_blocked on member_block (blocked_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table member_block, sign_in_code, member')
}
