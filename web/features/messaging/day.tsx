import type { ReactNode } from 'react'

/** The messages of one day, under its name. */
export function Day({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="flex flex-col gap-2">
      <h3 className="[overflow-anchor:none] my-1 flex items-center gap-3 text-sm font-semibold text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {name}
      </h3>
      {children}
    </section>
  )
}
