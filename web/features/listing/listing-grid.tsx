import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'

const GRID = 'grid grid-cols-1 gap-3 min-[22.5rem]:grid-cols-2 md:grid-cols-3 md:gap-5 xl:grid-cols-4'

interface Props {
  /** New results are loading. Fades with a delay, because most come sooner. */
  outdated?: boolean
  children: ReactNode
}

export function ListingGrid({ outdated = false, children }: Props) {
  return (
    <ul aria-busy={outdated || undefined} className={clsx(GRID, outdated && 'opacity-50 transition-opacity delay-200')}>
      {children}
    </ul>
  )
}

export function ListingGridSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div aria-hidden className={GRID}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="overflow-hidden rounded-card border border-line bg-surface">
          <Skeleton className="aspect-[4/3] rounded-none!" />
          <div className="flex flex-col gap-2 p-3">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
