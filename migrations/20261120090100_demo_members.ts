import type { Knex } from 'knex'

/** Only members with a note are offered for one-click sign-in, and only they can be signed in as that way. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table member add column demo_note text check (length(demo_note) between 1 and 100)`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table member drop column demo_note')
}
