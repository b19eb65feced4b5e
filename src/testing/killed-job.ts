import { expect } from 'vitest'
import { untilSomebodyWaits } from './lock-waits.ts'
import type { TestMarket } from './market.ts'

/** Runs a job that tells the member something, and ends its connection while it waits for that member's row. */
export async function killWhileTelling(
  { ctx: { db } }: TestMarket,
  memberId: string,
  job: () => Promise<void>,
): Promise<void> {
  const holder = await db.transaction()
  await holder.raw('select from member where id = ? for update', [memberId])
  const killed = expect(job()).rejects.toThrow()
  await untilSomebodyWaits(db)
  await db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  await killed
  await holder.rollback()
}
