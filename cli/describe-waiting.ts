import { type Overview, WAITS } from '../src/modules/admin/index.ts'

/**
 * What waits for a person, such as `2 failed job, since 2026-11-22T10:00:00.000Z: …`, and the command or the page that
 * settles it.
 */
export function describeWaiting(
  waiting: (Pick<Overview['alarms'][number], 'kind' | 'count' | 'reason'> & { oldest: Date | string | null })[],
  address: string,
): { found: string; settle: string }[] {
  return waiting.flatMap(({ kind, count, oldest, reason }) => {
    if (count === 0) return []
    const { noun, text, settle } = WAITS[kind]
    const since = oldest === null ? '' : `, since ${new Date(oldest).toISOString()}`
    const words = reason === undefined ? text : `${text} (${reason})`
    return [{ found: `${count} ${noun}${since}: ${words}`, settle: settle.startsWith('/') ? address + settle : settle }]
  })
}
