import type { Knex } from 'knex'

/** bigint columns arrive as bigint, and the rate limiter reckons with numbers: milliseconds since 1970 fit exactly. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table rate_limit alter column expire type double precision')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table rate_limit alter column expire type bigint')
}
