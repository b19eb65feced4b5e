import { DropdownMenu } from 'radix-ui'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { Link } from '../../lib/navigation.tsx'
import type { MenuEntry, MenuProps } from './menu-props.ts'

interface Props extends MenuProps {
  defaultOpen: boolean
  /** The plain button this one replaces had the focus. */
  takeFocus: boolean
}

const ENTRY =
  'flex min-h-11 w-full items-center gap-3 rounded-input px-3 text-start outline-none select-none data-highlighted:bg-primary-soft data-highlighted:text-primary'

export default function RadixMenu({
  trigger,
  triggerClass,
  label,
  entries,
  align = 'end',
  defaultOpen,
  takeFocus,
}: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [landmark, setLandmark] = useState<Element | null>(null)
  const mount = useCallback((element: HTMLButtonElement | null) => {
    button.current = element
    setLandmark(element?.closest('header, nav, main') ?? null)
  }, [])
  useLayoutEffect(() => {
    if (takeFocus && !defaultOpen) button.current?.focus({ preventScroll: true })
  }, [takeFocus, defaultOpen])
  return (
    <DropdownMenu.Root defaultOpen={defaultOpen} modal={false}>
      <DropdownMenu.Trigger ref={mount} aria-label={label} className={triggerClass}>
        {trigger}
      </DropdownMenu.Trigger>
      {/* Inside the landmark of its button, so that a screen reader's list of regions leads to it. */}
      <DropdownMenu.Portal container={landmark}>
        <DropdownMenu.Content
          align={align}
          sideOffset={8}
          collisionPadding={8}
          className="z-50 min-w-56 animate-pop rounded-card border border-line bg-raised p-1.5 shadow-2"
        >
          {entries.map((entry) => (
            <Entry key={entry.label} {...entry} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Entry({ label, icon, to, href, onSelect }: MenuEntry) {
  const body = (
    <>
      {icon}
      {label}
    </>
  )
  if (to !== undefined || href !== undefined) {
    return (
      <DropdownMenu.Item asChild className={ENTRY}>
        {to === undefined ? <a href={href}>{body}</a> : <Link to={to}>{body}</Link>}
      </DropdownMenu.Item>
    )
  }
  return (
    <DropdownMenu.Item className={ENTRY} onSelect={onSelect}>
      {body}
    </DropdownMenu.Item>
  )
}
