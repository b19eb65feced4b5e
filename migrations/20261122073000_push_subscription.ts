import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A browser that wants to be told while the site is closed. It ends with the session that it belongs to.
    create table push_subscription (
      id uuid primary key default gen_random_uuid(),
      session text not null unique references sessions (sid) on delete cascade,
      member_id uuid not null references member (id),
      -- Whoever knows it can send to the browser.
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      -- Whether what is shown on a locked screen may name people and things.
      shows_details boolean not null,
      created_at timestamptz not null
    );
    create index push_subscription_member on push_subscription (member_id, created_at);

    -- Of a push to several browsers: those that have it.
    alter table notice_delivery add reached uuid[] not null default '{}';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notice_delivery drop reached;
    drop table push_subscription;
  `)
}
