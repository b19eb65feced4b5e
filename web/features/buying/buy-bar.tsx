import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from '../../lib/navigation.tsx'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import type { User } from '../../../src/modules/identity/contract.ts'
import { PAY_LATER } from '../../lib/offline/connection.ts'
import { useAway } from '../../lib/offline/freshness.ts'
import { loginPath } from '../../lib/return-to.ts'
import { itemFee, platformFee } from '../../lib/look.ts'
import { rich, t } from '../../lib/t.ts'
import { hundredths } from '../../lib/token-cost.ts'
import { useMember } from '../../lib/use-member.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { PricePill } from '../../ui/price-pill.tsx'
import { useOrderToAddTo } from './use-purchases.ts'
import { useTokenCost } from './use-token-cost.ts'

const PurchaseDialog = lazyDialog(() => import('./purchase-dialog.tsx'))

/** Price and main action within thumb reach, where the panel isn't beside the photos. */
export function BuyBar({ listing }: { listing: Listing }) {
  const member = useMember()
  const order = useOrderToAddTo(listing)
  const [buying, setBuying] = useState(false)
  return (
    <>
      {member !== undefined &&
        member?.id !== listing.userId &&
        listing.status === 'available' &&
        !listing.drawClosesAt && (
          <section
            aria-label={t('Buy')}
            className={clsx(
              'fixed inset-x-0 z-20 border-t border-line bg-surface wide:hidden',
              member ? 'bottom-[calc(3.5rem+env(safe-area-inset-bottom))] md:bottom-0' : 'bottom-0',
            )}
          >
            <div className="page flex min-h-18 items-center justify-between gap-4">
              <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
                {rich('{price} and {fee}', {
                  price: <PricePill amount={listing.tokenPrice} />,
                  fee: order ? itemFee() : platformFee(),
                })}
              </p>
              <MainAction listing={listing} member={member} order={order} onBuy={() => setBuying(true)} />
            </div>
          </section>
        )}
      {/* The bar goes while the item is reserved; the dialog is beside it, since its end would end the payment. */}
      {buying && <PurchaseDialog listings={[listing]} addTo={order} onOpenChange={setBuying} />}
    </>
  )
}

interface MainActionProps {
  listing: Listing
  member: User | null
  /** The id of the paid order that it can go along with. */
  order: string | undefined
  onBuy: () => void
}

function MainAction({ listing, member, order, onBuy }: MainActionProps) {
  const { total } = useTokenCost(listing.tokenPrice)
  const away = useAway()
  if (member === null) {
    return (
      <a href={loginPath(`/item/${listing.id}`)} className={buttonClass({ variant: 'lamp' })}>
        {t('Log In to Purchase')}
      </a>
    )
  }
  if (hundredths(member.tokens) < hundredths(total)) {
    return (
      <Link to="/tokens" className={buttonClass({ variant: 'quiet' })}>
        {t('Insufficient tokens')}
      </Link>
    )
  }
  return (
    <Button variant="lamp" disabled={away} onPointerEnter={PurchaseDialog.prime} onClick={onBuy}>
      {away ? t(PAY_LATER) : order ? t('Add for {fee}', { fee: itemFee() }) : t('Purchase Item')}
    </Button>
  )
}
