import type { Knex } from 'knex'

const earnsNothing = (...more: string[]) => `
  alter table purchase_line drop constraint purchase_line_earns_nothing_check,
    add constraint purchase_line_earns_nothing_check check (
      earns_nothing in (${['free', 'goes back', 'same mailbox', 'invited', 'same card', 'unknown', ...more].map((one) => `'${one}'`).join(', ')})
    ) not valid`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(earnsNothing('same domain'))
  await knex.raw('alter table purchase_line validate constraint purchase_line_earns_nothing_check')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(earnsNothing())
}
