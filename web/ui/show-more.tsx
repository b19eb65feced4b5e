import type { ReactNode } from 'react'
import type { ShowMore as Way } from '../lib/use-api.ts'
import { Button } from './button.tsx'

/** Under a list that goes on; nothing where it is complete. */
export function ShowMore({ more, children }: { more: Way; children: ReactNode }) {
  if (!more.hasMore) return null
  return (
    <p className="flex justify-center p-4">
      <Button variant="quiet" pending={more.busy} onClick={more.load}>
        {children}
      </Button>
    </p>
  )
}
