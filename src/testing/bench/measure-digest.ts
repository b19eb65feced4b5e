/**
 * `npm run bench:digest`: the first digest of a ledger of a million entries, the digest of a night with a thousand more,
 * and a member's statement with its proofs; CPU is that of Node and PostgreSQL.
 */
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { readStatementFile, takeDigest } from '../../modules/wallet/index.ts'
import { cpuOf, postmasterOf } from './cpu-of.ts'
import { withBenchDatabase } from './bench-database.ts'

const TRANSFERS = 500_000
const A_NIGHT = 500
const MEMBERS = 1000
const MINT = 'ffffffff-ffff-4fff-bfff-fffffffffff3'

/** Bonuses from number `from` on, dealt out to the members in turn. */
async function mint(db: Database, from: number, count: number): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica; set local statement_timeout = 0')
    const bonus = `(select n, md5((n % ${MEMBERS})::text)::uuid as member, 'streak:' || n as id from generate_series(${from}, ${from + count - 1}) n) bonus`
    await trx.raw(`insert into transfer (id, kind, debit, credit, amount, description, facts, created_at)
      select id, 'streak_bonus', '${MINT}', member, 100, '', '{"month": {"month": "2026-11"}, "months": 2}', '2026-10-31' from ${bonus}`)
    await trx.raw(`insert into entry (account_id, version, transfer_id, amount, balance_after)
      select member, 1 + n / ${MEMBERS}, id, 100, 100 * (1 + n / ${MEMBERS}) from ${bonus}
      union all select '${MINT}', n + 1, id, -100, -100 * (n + 1) from ${bonus}`)
    await trx.raw(`insert into account (id, kind, member_id, balance, version)
      select account_id, 'member', account_id, max(balance_after), max(version) from entry where account_id <> '${MINT}' group by 1
      on conflict (id) do update set balance = excluded.balance, version = excluded.version`)
    await trx.raw(`update account set version = ${from + count}, balance = -100 * ${from + count} where id = '${MINT}'`)
  })
}

await withBenchDatabase({}, async ({ ctx, url }) => {
  const postmaster = await postmasterOf(url)
  const cpu = async () => (await cpuOf(postmaster)) + process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6
  async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
    const [began, before] = [performance.now(), await cpu()]
    const answer = await work()
    const seconds = [(performance.now() - began) / 1000, (await cpu()) - before]
    console.log(`${name}: ${seconds.map((one) => one.toFixed(2)).join(' s by the clock, ')} s of CPU`)
    return answer
  }
  let days = 0
  const night = { ...ctx, clock: { ...systemClock, now: () => new Date(Date.UTC(2026, 10, 1 + days)) } }
  await mint(ctx.db, 0, TRANSFERS)
  await ctx.db.raw('analyze')
  await timed(`digest of ${2 * TRANSFERS} entries`, () => takeDigest(night))
  await mint(ctx.db, TRANSFERS, A_NIGHT)
  days += 1
  await timed(`digest of ${2 * A_NIGHT} more`, () => takeDigest(night))
  const { rows } = await ctx.db.raw<{ rows: [{ id: string }] }>(`select md5('7')::uuid as id`)
  const { lines } = await timed('a statement', () => readStatementFile(ctx.db, rows[0].id))
  console.log(`it has ${lines.length} entries with their proofs`)
})
