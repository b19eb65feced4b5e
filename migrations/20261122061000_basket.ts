import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a member means to buy in one pickup; nothing is reserved by it. Without a key to the listing: whoever finds it
    -- deleted is told of it by its title.
    create table basket_line (
      member_id uuid not null references member (id),
      listing_id uuid not null,
      listing_title text not null,
      added_at timestamptz not null,
      primary key (member_id, listing_id)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table basket_line')
}
