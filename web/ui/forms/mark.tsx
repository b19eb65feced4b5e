import type { ReactNode } from 'react'

/** A word beside a field's label: 'suggested', 'check this'. */
export function Mark({ children }: { children: ReactNode }) {
  return <span className="rounded-full bg-lamp-soft px-2 text-xs font-semibold text-lamp-text">{children}</span>
}
