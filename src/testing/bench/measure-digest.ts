/**
 * `npm run bench:digest`: the first digest of a ledger of a million entries, the digest of a night with a thousand more,
 * and a member's statement with its proofs; CPU is that of Node and PostgreSQL.
 */
import { systemClock } from '../../platform/clock.ts'
import { readStatementFile, takeDigest } from '../../modules/wallet/index.ts'
import { cpuOf, postmasterOf } from './cpu-of.ts'
import { withBenchDatabase } from './bench-database.ts'
import { mint } from './mint.ts'

const TRANSFERS = 500_000
const A_NIGHT = 500

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
