import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
  await knex.raw('drop table favourite')
}
