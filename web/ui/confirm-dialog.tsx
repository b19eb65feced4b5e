import type { ReactNode } from 'react'
import { useAction } from '../lib/use-action.ts'
import { Button, type ButtonVariant } from './button.tsx'
import Dialog, { DialogActions } from './dialog.tsx'

interface Props {
  title: string
  description: ReactNode
  confirm: string
  variant?: ButtonVariant
  onConfirm: () => Promise<void>
  onOpenChange: (open: boolean) => void
}

/** Asks before something that can't be undone. The safe button comes first, so it has the focus. */
export default function ConfirmDialog({
  title,
  description,
  confirm,
  variant = 'primary',
  onConfirm,
  onOpenChange,
}: Props) {
  const { run, pending } = useAction(async () => {
    await onConfirm()
    onOpenChange(false)
  })
  return (
    <Dialog open onOpenChange={onOpenChange} title={title} description={description}>
      <DialogActions>
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button variant={variant} pending={pending} onClick={() => void run()}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
