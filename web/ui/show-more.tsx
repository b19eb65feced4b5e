import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { focusNear } from '../lib/browser/focus.ts'
import type { ShowMore as Way } from '../lib/use-api.ts'
import { Button } from './button.tsx'

/** Under a list that goes on; nothing where it is complete. */
export function ShowMore({ more, children }: { more: Way; children: ReactNode }) {
  const { hasMore, busy, load } = more
  const listEnd = useRef<Range>(undefined)
  useLayoutEffect(() => {
    // The last page takes the button away: the focus goes to the first of what that page has brought.
    if (!hasMore && listEnd.current) focusNear(listEnd.current)
  }, [hasMore])
  if (!hasMore) return null
  const press = ({ currentTarget }: MouseEvent) => {
    listEnd.current = gapBefore(currentTarget)
    load()
  }
  return (
    <p className="flex justify-center p-4">
      <Button variant="quiet" pending={busy} onClick={press}>
        {children}
      </Button>
    </p>
  )
}

/** Between the button and the end of what stands above it, however deep that is: what is added to the list comes there. */
function gapBefore(button: Element): Range {
  let end = button
  for (let last = button.parentElement?.previousElementSibling; last; last = last.lastElementChild) end = last
  const gap = new Range()
  gap.setStartAfter(end)
  gap.setEndBefore(button)
  return gap
}
