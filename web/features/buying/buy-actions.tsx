import { MessageCircle, PackagePlus, ShoppingBag } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from '../../lib/navigation.tsx'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { PAY_LATER } from '../../lib/offline/connection.ts'
import { useAway } from '../../lib/offline/freshness.ts'
import { itemFee } from '../../lib/look.ts'
import { rich, t } from '../../lib/t.ts'
import { hundredths, missingTokens } from '../../lib/token-cost.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { AddToPickup } from '../basket/add-to-pickup.tsx'
import { useOwnReservation } from './use-own-reservation.ts'
import { useOrderToAddTo } from './use-purchases.ts'

const PurchaseDialog = lazyDialog(() => import('./purchase-dialog.tsx'))
const MessageDialog = lazyDialog(() => import('../messaging/message-dialog.tsx'))

interface Props {
  listing: Listing
  /** Price and fee in tokens. */
  total: string
  balance: string
  /** Told when one of its dialogs opens or closes. */
  onDialog: (open: boolean) => void
}

export default function BuyActions({ listing, total, balance, onDialog }: Props) {
  const [query] = useSearchParams()
  const away = useAway()
  const own = useOwnReservation(listing)
  const order = useOrderToAddTo(listing)
  const adding = order && !own
  const [dialog, setDialog] = useState<'purchase' | 'add' | 'message' | 'none'>()
  // '?pay' links from the purchases straight to the payment, which stays when the reservation ends meanwhile.
  if (dialog === undefined && own && query.has('pay')) setDialog('purchase')
  // The member's own reservation holds its tokens already.
  const tooLow = !own && hundredths(balance) < hundredths(total)
  const taken = listing.status === 'reserved' && !own
  const show = (which: NonNullable<typeof dialog>) => {
    setDialog(which)
    onDialog(which !== 'none')
  }
  const close = (open: boolean) => {
    if (!open) show('none')
  }
  return (
    <div className="flex flex-col gap-3">
      {taken && (
        <p className="rounded-input bg-lamp-soft p-3 text-sm text-lamp-text">
          {t("Someone is paying for this item right now. If they change their mind, it's back within 15 minutes.")}
        </p>
      )}
      {tooLow && (
        <p className="rounded-input bg-lamp-soft p-3 text-sm text-lamp-text">
          {rich(
            '<b>Insufficient tokens.</b> You have {balance}. This costs {total} including the fee, so you need {missing} more. <link>See how to earn tokens</link>',
            {
              balance,
              total,
              missing: missingTokens(total, balance),
              b: (text) => <strong className="font-semibold">{text}</strong>,
              link: (text) => (
                <Link to="/tokens" className="font-semibold underline">
                  {text}
                </Link>
              ),
            },
          )}
        </p>
      )}
      {adding && (
        <Button
          variant="lamp"
          size="lg"
          wide
          disabled={tooLow || taken || away}
          onPointerEnter={PurchaseDialog.prime}
          onClick={() => show('add')}
        >
          <PackagePlus size={20} aria-hidden />{' '}
          {away ? t(PAY_LATER) : t('Add to your pickup for {fee}', { fee: itemFee() })}
        </Button>
      )}
      <Button
        variant={adding ? 'quiet' : 'lamp'}
        size={adding ? 'md' : 'lg'}
        wide
        disabled={tooLow || taken || away}
        onPointerEnter={PurchaseDialog.prime}
        onClick={() => show('purchase')}
      >
        <ShoppingBag size={20} aria-hidden /> {away ? t(PAY_LATER) : own ? t('Continue Payment') : t('Purchase Item')}
      </Button>
      {!adding && <AddToPickup listing={listing} total={total} />}
      <Button variant="quiet" wide onPointerEnter={MessageDialog.prime} onClick={() => show('message')}>
        <MessageCircle size={20} aria-hidden /> {t('Ask Question')}
      </Button>
      {dialog === 'purchase' && <PurchaseDialog listings={[listing]} resume={own} onOpenChange={close} />}
      {dialog === 'add' && <PurchaseDialog listings={[listing]} addTo={order} onOpenChange={close} />}
      {dialog === 'message' && <MessageDialog listingId={listing.id} onOpenChange={close} />}
    </div>
  )
}
