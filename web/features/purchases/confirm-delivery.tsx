import { CloudUpload, Ellipsis, PackageCheck } from 'lucide-react'
import { useState } from 'react'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { call, messageFrom } from '../../lib/api.ts'
import { isConnectionAway } from '../../lib/offline/connection.ts'
import { t } from '../../lib/t.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { refreshAfterPurchase } from '../buying/api.ts'
import { isAwaited } from './order.ts'
import { useWaitingConfirmation } from './use-waiting-confirmation.ts'

const ConfirmDeliveryDialog = lazyDialog(() => import('./confirm-delivery-dialog.tsx'))

interface Props {
  purchase: Purchase
  /** Called before the lists are refreshed. */
  onConfirmed?: (purchase: Purchase) => void
  /** Out of the way, while a problem is open. */
  inMenu?: boolean
}

/** The buyer's last step; it releases the tokens to the seller. */
export function ConfirmDelivery({ purchase, onConfirmed, inMenu = false }: Props) {
  const { waits, keep } = useWaitingConfirmation(purchase.purchaseId)
  const [asking, setAsking] = useState(false)
  if (!purchase.lines.some(isAwaited)) return null
  if (waits) {
    return (
      <p className="inline-flex min-h-11 items-center gap-2 rounded-full bg-lamp-soft px-4 text-sm text-lamp-text">
        <CloudUpload size={18} aria-hidden className="shrink-0" />{' '}
        {t("We'll send your confirmation once you're back online")}
      </p>
    )
  }

  const confirm = async (itemIds: string[]) => {
    try {
      const confirmed = await call('POST /api/purchases/:id/confirm', {
        params: { id: purchase.purchaseId },
        body: { itemIds },
      })
      onConfirmed?.(confirmed)
      toast({ title: t('Delivery confirmed!'), description: t('Tokens have been released to the seller.') })
    } catch (error) {
      if (isConnectionAway(error) && (await keep(itemIds))) {
        toast({ title: t('Your confirmation is saved'), description: t("We'll send it once you're back online.") })
        return
      }
      const description = messageFrom(error, t('Please check your connection and try again.'))
      toast({ title: t('Failed to confirm delivery'), description, tone: 'danger' })
      throw error
    } finally {
      await refreshAfterPurchase()
    }
  }
  return (
    <>
      {inMenu ? (
        <Menu
          label={t('More')}
          trigger={<Ellipsis size={20} aria-hidden />}
          triggerClass={buttonClass({ variant: 'plain', size: 'icon' })}
          entries={[
            {
              label: t('Confirm Delivery'),
              icon: <PackageCheck size={18} aria-hidden />,
              onSelect: () => setAsking(true),
            },
          ]}
        />
      ) : (
        <Button variant="quiet" onPointerEnter={ConfirmDeliveryDialog.prime} onClick={() => setAsking(true)}>
          <PackageCheck size={20} aria-hidden /> {t('Confirm Delivery')}
        </Button>
      )}
      {asking && <ConfirmDeliveryDialog purchase={purchase} onConfirm={confirm} onOpenChange={setAsking} />}
    </>
  )
}
