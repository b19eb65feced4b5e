import { type SubmitEvent, useState } from 'react'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { call, fieldError, messageFrom } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import Dialog, { DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshAfterPurchase } from './api.ts'

interface Props {
  purchase: Purchase
  onReported: () => void
  onOpenChange: (open: boolean) => void
}

/** Stops the clock that would release the tokens. */
export default function ReportProblemDialog({ purchase, onReported, onOpenChange }: Props) {
  const [reason, setReason] = useState('')
  const seller = purchase.seller.firstName ?? 'The seller'
  const { run, pending, error } = useAction(async () => {
    try {
      await call('POST /api/purchases/:id/report', {
        params: { id: purchase.purchaseId },
        body: { reason: reason.trim() },
      })
    } catch (failure) {
      if (fieldError(failure, 'reason') === undefined) {
        const description = messageFrom(failure, 'Please check your connection and try again.')
        toast({ title: 'Failed to report the problem', description, tone: 'danger' })
      }
      throw failure
    }
    toast({ title: 'Problem reported', description: 'Your tokens stay in escrow until an admin has decided.' })
    onReported()
    onOpenChange(false)
    await refreshAfterPurchase()
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title="Report a problem"
      description={`With “${purchase.title}”. ${seller} and the admins will read what you write. Your tokens stay in escrow until an admin has decided.`}
    >
      <form onSubmit={submit}>
        <Field label="What's wrong?" error={fieldError(error, 'reason')}>
          {(control) => (
            <TextArea
              {...control}
              rows={5}
              maxLength={1000}
              placeholder="It never arrived, or it is not as described."
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <DialogActions>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={pending} disabled={reason.trim() === ''}>
            Report Problem
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
