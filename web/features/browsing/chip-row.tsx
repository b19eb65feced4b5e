import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from '../../lib/navigation.tsx'
import { chipClass } from './chip.ts'
import { type Filters, pageAfter } from './filters.ts'

const EDGE_PX = 16

export interface Choice {
  name: string
  label: ReactNode
  chosen: boolean
  change: Partial<Filters>
}

/** Links, so that they work before the scripts load and each choice has an address. */
export function ChipRow({ filters, choices, className }: { filters: Filters; choices: Choice[]; className: string }) {
  const row = useRef<HTMLUListElement>(null)
  const chosen = choices.find((choice) => choice.chosen)?.name
  useEffect(() => {
    // On a phone the chosen chip may be off screen; scroll the row, never the page.
    const chip = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !chip) return
    const hidden = chip.offsetLeft + chip.offsetWidth + EDGE_PX - row.current.clientWidth
    if (hidden > row.current.scrollLeft) row.current.scrollLeft = hidden
  }, [chosen])
  return (
    <ul ref={row} className={`relative flex gap-2 overflow-x-auto py-2 [scrollbar-width:none] ${className}`}>
      {choices.map((choice) => (
        <li key={choice.name} className="shrink-0">
          <Link
            to={pageAfter(filters, choice.change)}
            aria-current={choice.chosen ? 'true' : undefined}
            className={chipClass(choice.chosen)}
          >
            {choice.label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
