import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useBackCloses } from './use-back-closes.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** A layer over a page: each dialog, sheet and photo on the whole screen. Back closes it, as everything else does. */
export function Overlay({ open, onOpenChange, children }: Props) {
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      {children}
    </Dialog.Root>
  )
}
