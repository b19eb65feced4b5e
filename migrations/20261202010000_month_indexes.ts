import type { Knex } from 'knex'

/** Built concurrently, while the market goes on writing: outside of a transaction. */
export const config = { transaction: false }

/**
 * By these the count of the running month, every ten minutes, finds its few rows in tables that hold all of the past. An
 * index of blocks of the ledger doesn't know its newest ones until it is vacuumed.
 */
const INDEXES = {
  transfer_moment: 'transfer (created_at)',
  transfer_trades: `transfer (created_at) include (kind, debit, credit) where kind in ('hold', 'release')`,
  listing_purchased: 'listing (purchased_at) where purchased_at is not null',
  purchase_line_in_escrow: `purchase_line (reference) where state in ('reserved', 'paid', 'disputed')`,
}

export async function up(knex: Knex): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES)) {
    await knex.raw(`create index concurrently if not exists ${name} on ${on}`)
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) await knex.raw(`drop index concurrently if exists ${name}`)
}
