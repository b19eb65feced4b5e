import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useIntent } from './use-intent.ts'

export interface MenuEntry {
  label: string
  icon?: ReactNode
  /** A page of this site. */
  to?: string
  /** A full-page navigation. */
  href?: string
  onSelect?: () => void
}

export interface MenuProps {
  trigger: ReactNode
  triggerClass?: string
  /** Accessible name, when the trigger shows no words. */
  label?: string
  entries: MenuEntry[]
}

const load = () => import('./menu-radix.tsx')
const OPENING_KEYS = ['Enter', ' ', 'ArrowDown']

/** A menu button. Radix is fetched at the first hover, focus or press; until then this is a plain button of the same look. */
export function Menu(props: MenuProps) {
  const [module, prime] = useIntent(load)
  const pressed = useRef(false)
  const focused = useRef(false)
  if (module) return <module.default {...props} defaultOpen={pressed.current} takeFocus={focused.current} />

  const press = () => {
    pressed.current = true
    prime()
  }
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={props.label}
      className={clsx(props.triggerClass)}
      onPointerEnter={prime}
      onPointerDown={press}
      onClick={press}
      onKeyDown={(event: KeyboardEvent) => {
        if (OPENING_KEYS.includes(event.key)) press()
      }}
      onFocus={() => {
        focused.current = true
        prime()
      }}
      onBlur={() => (focused.current = false)}
    >
      {props.trigger}
    </button>
  )
}
