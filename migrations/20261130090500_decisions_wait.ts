import type { Knex } from 'knex'

/** A decision about a problem can be undone for a minute: both sides are told after it, and a final one takes effect then. */
export async function up(knex: Knex): Promise<void> {
  // A process of the version before tells them at once, and names no time.
  await knex.raw(`
    alter table problem_decision
      add column announced_at timestamptz default now(),
      add column final_at timestamptz`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table problem_decision drop column announced_at, drop column final_at')
}
