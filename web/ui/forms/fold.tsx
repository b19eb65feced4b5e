import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'

interface Props {
  /** The one line that is left of it. */
  line: ReactNode
  /** As long as nobody has opened or closed it, and has nothing of it in hand. */
  open: boolean
  /** Something in it is wrong: then it can't be closed. */
  wrong: boolean
  children: ReactNode
}

/** Fields that are known, folded into one line. */
export function Fold({ line, open, wrong, children }: Props) {
  const [held, setHeld] = useState<boolean>()
  const shown = wrong || (held ?? open)
  return (
    <details open={shown} className="group rounded-card border border-line bg-surface px-4">
      <summary
        className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 py-2"
        onClick={(event) => {
          event.preventDefault()
          setHeld(!shown)
        }}
      >
        <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
          {line}
        </span>
        <ChevronDown size={20} aria-hidden className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="pt-1 pb-4" onFocus={() => setHeld(true)}>
        {children}
      </div>
    </details>
  )
}
