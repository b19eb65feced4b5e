import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What admins note about a member, for each other alone.
    create table member_note (
      id uuid primary key default gen_random_uuid(),
      member_id uuid not null references member (id),
      author_id uuid not null references member (id),
      words text not null check (length(words) between 1 and 1000),
      created_at timestamptz not null
    );
    create index member_note_of_member on member_note (member_id, created_at desc);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table member_note')
}
