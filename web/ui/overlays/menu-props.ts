import type { ReactNode } from 'react'

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
  /** The side of the button on which it opens; `end` if left out. */
  align?: 'center' | 'end'
}
