import { useSyncExternalStore } from 'react'
import { formatDeadline } from '../lib/time.ts'
import { useSite } from '../lib/use-site.ts'

const never = () => () => undefined
const readerZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Until when somebody may act, or when something happens by itself: by the market's clock. */
export function Deadline({ at }: { at: string }) {
  const timeZone = useSite()?.timeZone
  const reader = useSyncExternalStore(never, readerZone, () => undefined)
  return <time dateTime={at}>{formatDeadline(at, timeZone, reader)}</time>
}
