import { useState } from 'react'
import type { Sale, SaleLine } from '../../../src/modules/purchasing/contract.ts'
import { call, messageFrom } from '../../lib/api.ts'
import { formatDollars, plural } from '../../lib/format.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import Dialog, { DialogActions } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshAfterPurchase } from '../purchasing/api.ts'
import { choiceOf, LineChoice } from './line-choice.tsx'
import { cardRefundOf, isAwaited, namesOf } from './order.ts'

const AFTERWARDS = [
  { relist: true, label: (items: string) => `Offer ${items} again` },
  { relist: false, label: (items: string) => `Withdraw ${items}` },
]

interface Props {
  sale: Sale
  onOpenChange: (open: boolean) => void
}

/** Asks first, because it can't be undone: everything goes back to the buyer. */
export default function CancelSaleDialog({ sale, onOpenChange }: Props) {
  const [relist, setRelist] = useState(true)
  const open = sale.lines.filter(isAwaited)
  const several = open.length > 1
  const [chosen, setChosen] = useState(several ? [] : open.flatMap(({ id }) => id ?? []))
  const lines = open.filter(({ id }) => id !== null && chosen.includes(id))
  const partly = lines.length > 0 && lines.length < sale.lines.length
  const items = lines.length > 1 ? 'the items' : 'the item'
  const { run, pending } = useAction(async () => {
    try {
      await call('POST /api/purchases/:id/cancel', {
        params: { id: sale.purchaseId },
        body: { relist, itemIds: chosen },
      })
      toast({
        title: partly ? 'Part of the sale cancelled' : 'Sale cancelled',
        description: 'The buyer gets tokens and card fee back.',
      })
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
      description={
        several
          ? "Choose what you can't hand over. The rest of the sale stays."
          : `${whatGoesBack(sale, lines)} This cannot be undone.`
      }
    >
      {several && (
        <div className="mb-4">
          <LineChoice
            question="What are you cancelling?"
            choices={open.map(choiceOf)}
            chosen={chosen}
            onChange={setChosen}
          />
          <p role="status" className="mt-2">
            {lines.length > 0 && `${whatGoesBack(sale, lines)} This cannot be undone.`}
          </p>
        </div>
      )}
      <fieldset>
        <legend className="mb-2 font-semibold">And then?</legend>
        {AFTERWARDS.map((choice) => (
          <label key={String(choice.relist)} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="afterwards"
              checked={relist === choice.relist}
              onChange={() => setRelist(choice.relist)}
              className="size-5 accent-(--primary)"
            />
            {choice.label(items)}
          </label>
        ))}
      </fieldset>
      <DialogActions>
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          Keep the Sale
        </Button>
        <Button variant="danger" pending={pending} disabled={lines.length === 0} onClick={() => void run()}>
          {partly ? `Cancel ${plural(lines.length, 'Thing')}` : 'Cancel the Sale'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function whatGoesBack(sale: Sale, lines: SaleLine[]): string {
  const { dollars, whole } = cardRefundOf(sale, lines)
  const name = sale.buyer.firstName ?? 'The buyer'
  const alone = `${name} gets the tokens for ${namesOf(lines)} and the ${formatDollars(dollars)} back.`
  if (whole) return alone
  return `${alone} The ${formatDollars(sale.cardPerOrder)} for processing would go back only if nothing of the sale were delivered.`
}
