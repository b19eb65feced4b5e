import { MINUTE_MS } from '../../../src/platform/durations.ts'
import { useEffect, useState } from 'react'

/** The time for words that grow old by the minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
