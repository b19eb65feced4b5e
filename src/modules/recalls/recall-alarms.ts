import type { Reader } from '../../platform/database.ts'
import { DAY_MS } from '../../platform/durations.ts'

/** A source may be away for a night or two. */
const AWAY_DAYS = 3

/** Sources whose last good copy is old, or whose file of today can't be right; since the copy that is kept, if there is one. */
export async function recallAlarms(
  reader: Reader,
  now: Date,
): Promise<{ kind: 'recalls_old'; count: number; oldest: Date; reason?: string }[]> {
  const rows = await reader('recall_source').whereNotNull('failing_since').orderBy('source')
  const late = new Date(now.getTime() - AWAY_DAYS * DAY_MS)
  const [first, ...others] = rows.flatMap((row) => {
    const since = row.synced_at ?? row.failing_since
    return since && (row.problem === 'refused' || since <= late) ? [{ since, said: `${row.source}: ${row.error}` }] : []
  })
  if (!first) return []
  const all = [first, ...others]
  return [
    {
      kind: 'recalls_old',
      count: all.length,
      oldest: new Date(Math.min(...all.map(({ since }) => since.getTime()))),
      reason: all.map(({ said }) => said).join('; '),
    },
  ]
}
