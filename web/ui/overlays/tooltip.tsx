import { type ReactNode, useEffect, useRef, useState } from 'react'

const DELAY_MS = 700

/**
 * Words for an icon, shown under it after 700 ms. The icon carries the same words as its accessible name, so this one
 * is visual only. Escape, a press or leaving hides it.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const [shown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setShown(false)
  }
  const soon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(true), DELAY_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <span
      className="relative inline-flex"
      onPointerEnter={(event) => event.pointerType === 'mouse' && soon()}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && soon()}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {shown && (
        <span
          aria-hidden
          data-tooltip
          className="pointer-events-none absolute top-full right-1/2 z-50 mt-2 translate-x-1/2 animate-fade rounded-input bg-ink px-2.5 py-1 text-sm whitespace-nowrap text-bg max-md:hidden"
        >
          {text}
        </span>
      )}
    </span>
  )
}
