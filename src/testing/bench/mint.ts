import type { Database } from '../../platform/database.ts'

const MEMBERS = 1000
const MINT = 'ffffffff-ffff-4fff-bfff-fffffffffff3'

/**
 * Bonuses from number `from` on, dealt out to a thousand members in turn.
 * @param at SQL of the time of each, by its number
 */
export async function mint(
  db: Database,
  from: number,
  count: number,
  at: (number: string) => string = () => `'2026-10-31'`,
): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica; set local statement_timeout = 0')
    const bonus = `(select n, md5((n % ${MEMBERS})::text)::uuid as member, 'streak:' || n as id from generate_series(${from}, ${from + count - 1}) n) bonus`
    await trx.raw(`insert into transfer (id, kind, debit, credit, amount, description, facts, created_at)
      select id, 'streak_bonus', '${MINT}', member, 100, '', '{"month": {"month": "2026-11"}, "months": 2}', ${at('n')} from ${bonus}`)
    await trx.raw(`insert into entry (account_id, version, transfer_id, amount, balance_after)
      select member, 1 + n / ${MEMBERS}, id, 100, 100 * (1 + n / ${MEMBERS}) from ${bonus}
      union all select '${MINT}', n + 1, id, -100, -100 * (n + 1) from ${bonus}`)
    await trx.raw(`insert into account (id, kind, member_id, balance, version)
      select account_id, 'member', account_id, max(balance_after), max(version) from entry where account_id <> '${MINT}' group by 1
      on conflict (id) do update set balance = excluded.balance, version = excluded.version`)
    await trx.raw(`update account set version = ${from + count}, balance = -100 * ${from + count} where id = '${MINT}'`)
  })
}
