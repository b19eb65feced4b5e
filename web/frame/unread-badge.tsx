import type { ReactNode } from 'react'

/** Above nine it shows 9+. */
export const shownCount = (unread: number): string => (unread > 9 ? '9+' : String(unread))

/** A picture with the number of what is unread at its corner, for the eye alone. */
export function UnreadBadge({ unread, testId, children }: { unread: number; testId: string; children: ReactNode }) {
  return (
    <span className="relative">
      {children}
      {unread > 0 && (
        <span
          data-testid={testId}
          dir="ltr"
          className="figures absolute -top-2 -end-2.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-danger px-1 text-xs font-extrabold text-on-danger"
        >
          {shownCount(unread)}
        </span>
      )}
    </span>
  )
}
