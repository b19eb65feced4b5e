import { type Overview, WAITS } from '../src/modules/admin/index.ts'
import { type Said, say } from '../src/platform/language/words.ts'

/**
 * Lines about what waits for a person, such as `2 failed job, since 2026-11-22T10:00:00.000Z: …`, and the command or
 * the page that settles it.
 */
export function describeWaiting(
  waiting: (Pick<Overview['alarms'][number], 'kind' | 'count' | 'reason'> & { oldest: Date | string | null })[],
  address: string,
): { found: Said; settle: string }[] {
  return waiting.flatMap(({ kind, count, oldest, reason }) => {
    if (count === 0) return []
    const { noun, text, settle } = WAITS[kind]
    const words =
      reason === undefined ? { message: text } : say('{text} ({reason})', { text: { message: text }, reason })
    const what = { count, noun: { message: noun }, text: words }
    const found =
      oldest === null
        ? say('{count} {noun}: {text}', what)
        : say('{count} {noun}, since {time}: {text}', { ...what, time: new Date(oldest).toISOString() })
    return [{ found, settle: settle.startsWith('/') ? address + settle : settle }]
  })
}
