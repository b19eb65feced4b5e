import { expect } from 'vitest'
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
