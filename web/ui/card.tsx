import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx('rounded-card border border-line bg-surface', className ?? 'p-4 md:p-6')}>{children}</div>
}
