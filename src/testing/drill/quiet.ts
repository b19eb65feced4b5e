import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { demand } from './drill.ts'

const QUIET_WITHIN_MS = 600_000

/** For some reservations the time is up, and the sweeper looks. */
export async function passTime({ db, queue, clock }: Context, share: number): Promise<void> {
  await db.raw(
    `update purchase set expires_at = :now
     where state = 'reserved' and expires_at > :now and random() < :share`,
    { now: clock.now(), share },
  )
  await queue.boss.send('purchasing.sweep-reservations', {})
}

/** Lets the time pass that reservations, and jobs of dead workers, still had. */
export async function untilQuiet(ctx: Context): Promise<void> {
  for (const deadline = performance.now() + QUIET_WITHIN_MS; ;) {
    await passTime(ctx, 1)
    await ctx.db.raw(
      `update pgboss.job set state = 'retry', start_after = now()
       where state = 'retry' or (state = 'active' and started_on < now() - interval '5 seconds')`,
    )
    await sleep(1000)
    const { rows } = await ctx.db.raw<{ rows: { open: number; jobs: number; failed: number }[] }>(`
      select (select count(*)::int from purchase_line where state in ('reserved', 'refund_due')) as open,
        (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()
           and name ~ '^(purchasing|messaging|wallet)' and name <> 'purchasing.sweep-reservations') as jobs,
        (select count(*)::int from pgboss.job where state = 'failed') as failed`)
    const { open, jobs, failed } = rows[0]!
    demand('jobs given up', failed, 0)
    if (open === 0 && jobs === 0) return
    if (performance.now() > deadline) demand('purchases and jobs still open', `${open} and ${jobs}`, '0 and 0')
  }
}
