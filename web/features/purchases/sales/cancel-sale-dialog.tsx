import { useState } from 'react'
import type { Sale, SaleLine } from '../../../../src/modules/purchasing/contract.ts'
import { words } from '../../../../src/platform/language/words.ts'
import { call, messageFrom } from '../../../lib/api.ts'
import { formatMoney } from '../../../lib/look.ts'
import { t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import Dialog, { DialogActions } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { refreshAfterPurchase } from '../../buying/api.ts'
import { choiceOf, LineChoice } from '../line-choice.tsx'
import { cardRefundOf, isAwaited, namesOf } from '../order.ts'

const AFTERWARDS = [
  { relist: true, label: words('{count, plural, one {Offer the item again} other {Offer the items again}}') },
  { relist: false, label: words('{count, plural, one {Withdraw the item} other {Withdraw the items}}') },
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
  const { run, pending } = useAction(async () => {
    try {
      await call('POST /api/purchases/:id/cancel', {
        params: { id: sale.purchaseId },
        body: { relist, itemIds: chosen },
      })
      toast({
        title: partly ? t('Part of the sale cancelled') : t('Sale cancelled'),
        description: t('The buyer gets tokens and card fee back.'),
      })
      onOpenChange(false)
    } catch (error) {
      const description = messageFrom(error, t('Please check your connection and try again.'))
      toast({ title: t("The sale couldn't be cancelled"), description, tone: 'danger' })
    } finally {
      await refreshAfterPurchase()
    }
  })
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={t('Cancel this sale?')}
      description={
        several ? t("Choose what you can't hand over. The rest of the sale stays.") : whatGoesBack(sale, lines)
      }
    >
      {several && (
        <div className="mb-4">
          <LineChoice
            question={t('What are you cancelling?')}
            choices={open.map(choiceOf)}
            chosen={chosen}
            onChange={setChosen}
          />
          <p role="status" className="mt-2">
            {lines.length > 0 && whatGoesBack(sale, lines)}
          </p>
        </div>
      )}
      <fieldset>
        <legend className="mb-2 font-semibold">{t('And then?')}</legend>
        {AFTERWARDS.map((choice) => (
          <label key={String(choice.relist)} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="afterwards"
              checked={relist === choice.relist}
              onChange={() => setRelist(choice.relist)}
              className="size-5 accent-(--primary)"
            />
            {t(choice.label, { count: Math.max(1, lines.length) })}
          </label>
        ))}
      </fieldset>
      <DialogActions>
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          {t('Keep the Sale')}
        </Button>
        <Button variant="danger" pending={pending} disabled={lines.length === 0} onClick={() => void run()}>
          {partly
            ? t('Cancel {count, plural, one {# Thing} other {# Things}}', { count: lines.length })
            : t('Cancel the Sale')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function whatGoesBack(sale: Sale, lines: SaleLine[]): string {
  const { dollars, whole } = cardRefundOf(sale, lines)
  const back = {
    name: sale.buyer.firstName ?? t('The buyer'),
    things: namesOf(lines),
    dollars: formatMoney(dollars, sale.currency),
  }
  if (whole) return t('{name} gets the tokens for {things} and the {dollars} back. This cannot be undone.', back)
  return t(
    '{name} gets the tokens for {things} and the {dollars} back. The service fee of {service} would go back only if nothing of the sale were delivered. This cannot be undone.',
    { ...back, service: formatMoney(sale.cardPerOrder, sale.currency) },
  )
}
