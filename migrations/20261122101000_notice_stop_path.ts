import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Where one click ends what the notice is about, such as a saved search; without one it ends mails of its kind.
    alter table notice add column stop_path text
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table notice drop column stop_path')
}
