import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { t } from '../../../lib/t.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Overlay } from '../../../ui/overlays/overlay.tsx'
import { DoorCode } from './door-code.tsx'

interface Props {
  purchaseId: string
  buyer: string
  onOpenChange: (open: boolean) => void
}

/** The code on the whole screen, black on white whatever the theme: a camera reads that best. */
export default function LargeCode({ purchaseId, buyer, onOpenChange }: Props) {
  return (
    <Overlay open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        {/* Locks the page behind. */}
        <Dialog.Overlay>
          <Dialog.Content
            aria-describedby={undefined}
            className="light fixed inset-0 z-50 grid place-items-center overflow-y-auto bg-surface p-4 text-ink outline-none"
          >
            <Dialog.Title className="sr-only">{t('Your code')}</Dialog.Title>
            <DoorCode purchaseId={purchaseId} buyer={buyer} />
            <Dialog.Close
              className={`${buttonClass({ variant: 'quiet', size: 'icon' })} absolute! end-3 top-3`}
              aria-label={t('Close')}
            >
              <X aria-hidden />
            </Dialog.Close>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Overlay>
  )
}
