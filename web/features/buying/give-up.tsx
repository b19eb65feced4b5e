import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { call, messageFrom } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { refreshAfterPurchase } from './api.ts'
import { forgetPurchase } from './remembered-purchase.ts'

/** Needs no confirmation: nothing has been paid yet. */
export function GiveUp({ purchase }: { purchase: Purchase }) {
  const { run, pending } = useAction(async () => {
    try {
      await call('POST /api/purchases/:id/give-up', { params: { id: purchase.purchaseId } })
      forgetPurchase(purchase.lines.flatMap(({ id }) => id ?? []))
      toast({ title: t('Reservation ended'), description: t('Your tokens are back.') })
    } catch (error) {
      toast({
        title: t('Nothing was changed'),
        description: messageFrom(error, t('Please try again.')),
        tone: 'danger',
      })
    } finally {
      await refreshAfterPurchase()
    }
  })
  return (
    <Button variant="quiet" pending={pending} onClick={() => void run()}>
      {t('Give Up')}
    </Button>
  )
}
