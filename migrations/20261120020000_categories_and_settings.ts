import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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

    create table admin_settings (
      id text primary key default 'default' check (id = 'default'),
      processing_fee_percentage numeric(5, 2) not null default 2.90 check (processing_fee_percentage between 0 and 100),
      transaction_fee_percentage numeric(5, 2) not null default 0.50 check (transaction_fee_percentage between 0 and 100),
      updated_at timestamptz not null default now()
    );
    insert into admin_settings default values;

    -- At most one row, ever: whoever inserts it became the first admin, and setup never reopens.
    create table admin_setup (
      only_row boolean primary key default true check (only_row),
      member_id uuid not null references member (id),
      created_at timestamptz not null default now()
    );

    create table setup_token (
      token_hash text primary key,
      created_at timestamptz not null default now(),
      used_at timestamptz
    );

    create table admin_action (
      id bigint generated always as identity primary key,
      actor_id uuid references member (id),
      action text not null,
      subject text not null,
      before jsonb,
      after jsonb,
      created_at timestamptz not null default now()
    );
    create index admin_action_newest on admin_action (created_at desc, id desc);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table admin_action, setup_token, admin_setup, admin_settings, category_price')
}
