import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'

const GRID = 'grid grid-cols-1 gap-3 min-[480px]:grid-cols-2 md:gap-5 wide:grid-cols-3 xl:grid-cols-4'

export function ItemGrid({ children }: { children: ReactNode }) {
  return <ul className={GRID}>{children}</ul>
}

export function ItemGridSkeleton({ count = 8 }: { count?: number }) {
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
