import { useState } from 'react'
import { PLATFORM_FEE } from '../../../src/modules/purchasing/constants.ts'
import type { Sale } from '../../../src/modules/purchasing/contract.ts'
import { call, messageFrom } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import Dialog, { DialogActions } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshAfterPurchase } from './api.ts'

const AFTERWARDS = [
  { relist: true, label: 'Offer the item again' },
  { relist: false, label: 'Withdraw the item' },
]

interface Props {
  sale: Sale
  onOpenChange: (open: boolean) => void
}

/** Asks first, because it can't be undone: everything goes back to the buyer. */
export default function CancelSaleDialog({ sale, onOpenChange }: Props) {
  const [relist, setRelist] = useState(true)
  const { run, pending } = useAction(async () => {
    try {
      await call('POST /api/purchases/:id/cancel', { params: { id: sale.purchaseId }, body: { relist } })
      toast({ title: 'Sale cancelled', description: 'The buyer gets tokens and card fee back.' })
      onOpenChange(false)
    } catch (error) {
      const description = messageFrom(error, 'Please check your connection and try again.')
      toast({ title: 'Failed to cancel the sale', description, tone: 'danger' })
    } finally {
      await refreshAfterPurchase()
    }
  })
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title="Cancel this sale?"
      description={`${sale.buyer.firstName ?? 'The buyer'} gets the tokens for “${sale.title}” and the ${PLATFORM_FEE} back. This cannot be undone.`}
    >
      <fieldset>
        <legend className="mb-2 font-semibold">And then?</legend>
        {AFTERWARDS.map((choice) => (
          <label key={choice.label} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="afterwards"
              checked={relist === choice.relist}
              onChange={() => setRelist(choice.relist)}
              className="size-5 accent-(--primary)"
            />
            {choice.label}
          </label>
        ))}
      </fieldset>
      <DialogActions>
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          Keep the Sale
        </Button>
        <Button variant="danger" pending={pending} onClick={() => void run()}>
          Cancel the Sale
        </Button>
      </DialogActions>
    </Dialog>
  )
}
