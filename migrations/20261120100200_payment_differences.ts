import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the daily comparison with the card provider has found, until the next one: for people to look at.
    create table payment_difference (
      subject text primary key,
      problem text not null,
      found_at timestamptz not null
    );
    comment on column payment_difference.subject is 'a purchase, or a payment that belongs to none';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table payment_difference')
}
