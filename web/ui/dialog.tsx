import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  size?: 'md' | 'lg'
  children: ReactNode
}

/**
 * A sheet from the bottom edge on a phone, a card in the middle elsewhere. Heavy (Radix): load the feature that uses it
 * with `lazy`, on the first intent.
 */
export default function Dialog({ open, onOpenChange, title, description, size = 'md', children }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid animate-fade items-end overflow-y-auto bg-[#0b0f11]/60 md:items-center md:p-6">
          <Radix.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={clsx(
              'relative w-full animate-rise justify-self-center rounded-t-sheet bg-surface p-4 pb-6 shadow-3 md:rounded-sheet md:p-6 dark:bg-raised',
              size === 'md' ? 'max-w-lg' : 'max-w-2xl',
            )}
          >
            <Radix.Title tabIndex={-1} className="pr-12 text-xl font-extrabold">
              {title}
            </Radix.Title>
            {description && (
              <Radix.Description className="mt-1 pr-8 text-base text-muted">{description}</Radix.Description>
            )}
            <div className="mt-4">{children}</div>
            <Radix.Close
              aria-label="Close"
              className="absolute top-2 right-2 grid size-11 place-items-center rounded-full hover:bg-sunken md:top-4 md:right-4"
            >
              <X size={20} aria-hidden />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
}
