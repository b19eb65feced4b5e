import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { focusNear, placeOfFocus } from '../../lib/browser/focus.ts'
import { t } from '../../lib/t.ts'
import { Overlay } from './overlay.tsx'

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
  const opener = useRef<Element | null>(null)
  const place = useRef<Range>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useLayoutEffect(() => {
    // A new title is a new step: its heading takes the focus, since the pressed button is gone.
    if (shown.current !== title) heading.current?.focus()
    shown.current = title
  }, [title])
  return (
    <Overlay open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay
          data-dialog-overlay
          className="fixed inset-0 z-40 grid animate-fade items-end overflow-y-auto bg-[#0b0f11]/60 md:items-center md:p-6"
        >
          <Radix.Content
            onInteractOutside={keepOpenUnlessOverlay}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={() => {
              opener.current = document.activeElement
              place.current = placeOfFocus(opener.current)
            }}
            onCloseAutoFocus={(event) => {
              // Radix would look for its own trigger and lose the focus.
              event.preventDefault()
              if (opener.current instanceof HTMLElement) opener.current.focus()
              // The opener may be gone, by what was done in here.
              if (place.current) focusNear(place.current)
            }}
            className={clsx(
              'relative w-full animate-rise justify-self-center rounded-t-sheet bg-surface p-4 pb-6 shadow-3 md:rounded-sheet md:p-6 dark:bg-raised',
              size === 'md' ? 'max-w-lg' : 'max-w-2xl',
            )}
          >
            <Radix.Title ref={heading} tabIndex={-1} className="pe-12 text-xl font-extrabold outline-none">
              {title}
            </Radix.Title>
            {description && (
              <Radix.Description className="mt-1 pe-8 text-base text-muted">{description}</Radix.Description>
            )}
            <div className="mt-4">{children}</div>
            <Radix.Close
              aria-label={t('Close')}
              className="absolute top-2 end-2 grid size-11 place-items-center rounded-full hover:bg-sunken md:top-4 md:end-4"
            >
              <X size={20} aria-hidden />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Overlay>
  )
}

/**
 * Only a press on the dimmed page closes the dialog: not one on a toast, nor one in the card provider's full-page frame
 * for bank confirmations.
 */
function keepOpenUnlessOverlay(event: CustomEvent<{ originalEvent: Event }>): void {
  const { target } = event.detail.originalEvent
  if (!(target instanceof Element && target.matches('[data-dialog-overlay]'))) event.preventDefault()
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
}
