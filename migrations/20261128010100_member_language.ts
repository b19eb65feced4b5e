import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A BCP 47 tag. Null while the member has chosen none; what the site doesn't speak counts as none.
    alter table member add column language text check (length(language) <= 35);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table member drop column language')
}
