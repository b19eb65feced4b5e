import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { ShowMore as More } from '../../lib/use-api.ts'
import { ShowMore } from '../../ui/show-more.tsx'

/**
 * Above what is read from its end: loads what was before when the reader scrolls near it. The lists are reversed columns,
 * whose place is counted from their end, so that nothing moves under the reader's eyes.
 */
export function ShowOlder({ more, children }: { more: More; children: ReactNode }) {
  const start = useRef<HTMLDivElement>(null)
  const { hasMore, busy, failed } = more
  const load = useEffectEvent(more.load)
  useEffect(() => {
    if (!hasMore || busy || failed || !start.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      root: start.current.closest('[role=log]'),
      rootMargin: '200px',
    })
    observer.observe(start.current)
    return () => observer.disconnect()
  }, [hasMore, busy, failed])
  return (
    // The place is kept by what is read, not by what stands above it and stays there.
    <div ref={start} className="[overflow-anchor:none]">
      <ShowMore more={more}>{children}</ShowMore>
    </div>
  )
}
