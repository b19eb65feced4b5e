import type { ReactNode } from 'react'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button, type ButtonVariant } from '../button.tsx'
import Dialog, { DialogActions } from './dialog.tsx'

interface Props {
  title: string
  description: ReactNode
  confirm: string
  variant?: ButtonVariant
  /** Whether `children` hold an answer that can be confirmed. */
  ready?: boolean
  /** A question beside the first. */
  children?: ReactNode
  onConfirm: () => Promise<void>
  onOpenChange: (open: boolean) => void
}

/** Asks before something that can't be undone. The safe button comes first, so it has the focus. */
export default function ConfirmDialog({
  title,
  description,
  confirm,
  variant = 'primary',
  ready = true,
  children,
  onConfirm,
  onOpenChange,
}: Props) {
  const { run, pending } = useAction(async () => {
    await onConfirm()
    onOpenChange(false)
  })
  return (
    <Dialog open onOpenChange={onOpenChange} title={title} description={description}>
      {children}
      <DialogActions>
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          {t('Cancel')}
        </Button>
        <Button variant={variant} pending={pending} disabled={!ready} onClick={() => void run()}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
