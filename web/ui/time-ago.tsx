import { timeAgo } from '../lib/time.ts'

/**
 * Relative time. The server's text may be a moment older than the browser's, so hydration keeps it without a warning.
 */
export function TimeAgo({ at }: { at: string }) {
  return (
    <time dateTime={at} suppressHydrationWarning>
      {timeAgo(at, Date.now())}
    </time>
  )
}
