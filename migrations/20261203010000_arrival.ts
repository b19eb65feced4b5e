import type { Knex } from 'knex'

/**
 * The networks that new members came from, by hashes that are gone after a day, as is the salt that they are of. Unlogged:
 * neither is in any backup or replica, and a crash forgets them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unlogged table arrival_salt (day date primary key, salt text not null);
    create unlogged table arrival (
      member_id uuid primary key references member,
      network text not null,
      is_forwarded boolean not null,
      at timestamptz not null
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table arrival; drop table arrival_salt')
}
