import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** Above nine it shows 9+. */
export const shownCount = (count: number): string => (count > 9 ? '9+' : String(count))

interface Props {
  count: number
  testId?: string
  tone?: 'bg-danger text-on-danger' | 'bg-primary text-on-primary'
  children: ReactNode
}

/** A picture with a number at its corner, for the eye alone; none at 0. */
export function CountBadge({ count, testId, tone = 'bg-danger text-on-danger', children }: Props) {
  return (
    <span className="relative">
      {children}
      {count > 0 && (
        <span
          data-testid={testId}
          dir="ltr"
          className={clsx(
            'figures absolute -top-2 -end-2.5 grid h-4.5 min-w-4.5 place-items-center rounded-full px-1 text-xs font-extrabold',
            tone,
          )}
        >
          {shownCount(count)}
        </span>
      )}
    </span>
  )
}
