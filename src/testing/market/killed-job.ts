import { once } from 'node:events'
import { expect } from 'vitest'
import { beforeEachStatement } from '../postgres/count-statements.ts'
import { untilSomebodyWaits } from '../postgres/lock-waits.ts'
import type { TestMarket } from './market.ts'

/** Runs a job that tells a member something, and ends its connection while it writes the notice of that key. */
export async function killWhileTelling(
  { ctx: { db }, clock }: TestMarket,
  { memberId, key }: { memberId: string; key: string },
  job: () => Promise<void>,
): Promise<void> {
  const first = await db.transaction()
  // A transaction that writes the same notice waits for what becomes of this one.
  await first('notice').insert({
    member_id: memberId,
    key,
    kind: 'alerts',
    title: '',
    body: '',
    created_at: clock.now(),
  })
  const killed = expect(job()).rejects.toThrow()
  await untilSomebodyWaits(db)
  await db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  await killed
  await first.rollback()
}

/**
 * Runs a job as a process does that is killed once it has sent so many statements: the next one, and all after it, find
 * their connection cut. Answers whether it came to that; false once the job ends before.
 */
export async function killAfter(market: TestMarket, statements: number, job: () => Promise<unknown>): Promise<boolean> {
  let sent = 0
  const closed: Promise<unknown>[] = []
  const restore = beforeEachStatement(market, (_, { stream }) => {
    sent += 1
    if (sent <= statements) return undefined
    if (!stream.destroyed) closed.push(once(stream.destroy(), 'close'))
    return new Error('the process was killed')
  })
  // A job may keep the failure to itself, for its next round.
  await job().catch(() => {})
  restore()
  await Promise.all(closed)
  return sent > statements
}

/** Kills a job after each of its statements, one after the other, until one run ends by itself. Answers how often it was killed. */
export async function killAtEachStatement(market: TestMarket, job: () => Promise<unknown>): Promise<number> {
  let killed = 0
  while (await killAfter(market, killed, job)) killed += 1
  return killed
}
