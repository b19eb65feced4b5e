import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the market itself tells a member, beside what neighbours write.
    create table notice (
      id uuid primary key default gen_random_uuid(),
      seq bigint generated always as identity,
      member_id uuid not null references member (id),
      subject text not null,
      body text not null,
      -- Where on the site to look.
      path text,
      read_at timestamptz,
      created_at timestamptz not null
    );
    create index notice_of_member on notice (member_id, seq);
    create index notice_unread on notice (member_id) where read_at is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table notice')
}
