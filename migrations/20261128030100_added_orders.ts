import type { Knex } from 'knex'

// An index that is built beside those who write can't be part of a transaction.
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table purchase add column if not exists added_to uuid references purchase (id)')
  await knex.raw(
    `comment on column purchase.added_to is 'the order whose card, conversation, appointment and code it shares; never one that was added itself'`,
  )
  await knex.raw('drop index concurrently if exists purchase_added')
  await knex.raw('create index concurrently purchase_added on purchase (added_to) where added_to is not null')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table purchase drop column added_to')
}
