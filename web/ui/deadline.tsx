import { formatDeadline } from '../lib/time.ts'
import { useInBrowser } from '../lib/browser/use-in-browser.ts'
import { useSite } from '../lib/use-site.ts'

const readerZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A time until which somebody may act, or when something happens by itself: by the market's clock. */
export function Deadline({ at }: { at: string }) {
  const timeZone = useSite()?.timeZone
  const reader = useInBrowser(readerZone)
  return <time dateTime={at}>{formatDeadline(at, timeZone, reader)}</time>
}
