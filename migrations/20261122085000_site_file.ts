import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table site_file (
      name text primary key,
      superseded_at timestamptz
    );
    comment on table site_file is 'scripts, styles and pictures of builds of the site, in the photo store';
    comment on column site_file.superseded_at is 'since when the build that was started last has no such file';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table site_file')
}
