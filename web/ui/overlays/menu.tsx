import { clsx } from 'clsx'
import { type KeyboardEvent, useState } from 'react'
import type { MenuProps } from './menu-props.ts'
import { toastUnreachable } from '../toasts/toast.ts'
import { useIntent } from '../use-intent.ts'

const load = () => import('./menu-radix.tsx')
const OPENING_KEYS = ['Enter', ' ', 'ArrowDown']

/** A menu button. Radix is fetched at the first hover, focus or press; until then this is a plain button of the same look. */
export function Menu(props: MenuProps) {
  const [module, prime, demand] = useIntent(load)
  const [pressed, setPressed] = useState(false)
  const [focused, setFocused] = useState(false)
  if (module) return <module.default {...props} defaultOpen={pressed} takeFocus={focused} />

  const press = () => {
    setPressed(true)
    demand(() => {
      setPressed(false)
      toastUnreachable()
    })
  }
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={props.label}
      className={clsx(props.triggerClass)}
      onPointerEnter={prime}
      onPointerDown={(event) => {
        // As Radix does: else the lifted finger focuses the button, which closes the menu that is open by then.
        event.preventDefault()
        press()
      }}
      onClick={press}
      onKeyDown={(event: KeyboardEvent) => {
        if (OPENING_KEYS.includes(event.key)) press()
      }}
      onFocus={() => {
        setFocused(true)
        prime()
      }}
      onBlur={() => setFocused(false)}
    >
      {props.trigger}
    </button>
  )
}
