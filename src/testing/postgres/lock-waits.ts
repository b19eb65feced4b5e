import { expect } from 'vitest'
import type { Reader } from '../../platform/database.ts'

/** Until so many transactions wait for what others hold. */
export async function untilSomebodyWaits(reader: Reader, count = 1): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await reader.raw<{ rows: { waiting: number }[] }>(
          `select count(*)::int as waiting from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0]?.waiting
      },
      { interval: 5, timeout: 120_000 },
    )
    .toBeGreaterThanOrEqual(count)
}
