import type { Trx } from '../database.ts'

/**
 * The settings of every session of the market. A statement waits at most 5 s for a lock and a transaction may idle at
 * most 15 s, so that a stuck client can't hold a row for long. Reading one page of a table here and one there costs
 * hardly more than reading on, as on every disk without moving parts; the planner would assume the opposite.
 */
const DEFAULTS = {
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '15s',
  statement_timeout: '20s',
  timezone: 'UTC',
  random_page_cost: '1.1',
}

/**
 * Stores them in the database, for the role that asks: poolers refuse what a client sets when it connects. Sessions that
 * are open already keep what they have.
 * @returns whether anything had to be changed
 */
export async function setSessionDefaults(trx: Trx): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { stored: string[]; here: string }[] }>(
    `select format('role %I in database %I', current_user, current_database()) as here,
       coalesce((select setconfig from pg_db_role_setting
         where setrole = current_user::regrole and setdatabase = oid), '{}') as stored
     from pg_database where datname = current_database()`,
  )
  const [{ stored, here } = { stored: [], here: '' }] = rows
  const missing = Object.entries(DEFAULTS).filter((pair) => !stored.includes(pair.join('=')))
  for (const [name, value] of missing) await trx.raw(`alter ${here} set ${name} = '${value}'`)
  return missing.length > 0
}
