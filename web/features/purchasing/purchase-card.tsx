import { MessageCircle, Package, Truck } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { countTokens, formatDollars } from '../../lib/format.ts'
import { formatDay } from '../../lib/time.ts'
import { addTokens } from '../../lib/token-cost.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CoinGlyph } from '../../ui/coin-glyph.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { ConfirmDelivery } from './confirm-delivery.tsx'
import { PickupInfo } from './pickup-info.tsx'
import { purchaseSteps } from './purchase-steps.ts'
import { TradeCard } from './trade-card.tsx'

interface Props {
  purchase: Purchase
  /** Where buyer and seller talk. */
  talk: string
  onConfirmed: (purchase: Purchase) => void
}

function cardOf(purchase: Purchase) {
  const { id, title, category, photos, purchasedAt } = purchase
  return {
    itemId: id,
    title,
    category,
    photo: photos[0],
    when: (
      <>
        Purchased <TimeAgo at={purchasedAt ?? purchase.reservedAt} />
      </>
    ),
  }
}

/** Awaiting delivery: everything that is needed to get hold of the item, and the one thing that remains to be done. */
export function PendingPurchase({ purchase, talk, onConfirmed }: Props) {
  const disputed = purchase.state === 'disputed'
  return (
    <TradeCard
      {...cardOf(purchase)}
      steps={purchaseSteps(purchase)}
      badge={disputed ? { text: 'Problem reported', tone: 'danger' } : { text: 'Pending', tone: 'lamp' }}
    >
      <PickupInfo pickup={purchase.pickup} />
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <li className="flex items-center gap-1.5">
          <CoinGlyph size={18} />
          <span className="figures font-semibold">{countTokens(purchase.tokenPrice)}</span> in escrow
        </li>
        <li className="flex items-center gap-1.5 wrap-anywhere">
          {purchase.deliveryMethod === 'doordash' ? (
            <>
              <Truck size={18} aria-hidden className="shrink-0" /> Courier
              {purchase.deliveryAddress && ` to ${purchase.deliveryAddress}`}
            </>
          ) : (
            <>
              <Package size={18} aria-hidden className="shrink-0" /> Pickup
            </>
          )}
        </li>
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        {!disputed && <ConfirmDelivery purchase={purchase} onConfirmed={onConfirmed} />}
        <Link to={talk} className={buttonClass({ variant: 'quiet' })}>
          <MessageCircle size={18} aria-hidden /> Message {purchase.seller.firstName ?? 'the seller'}
        </Link>
      </div>
      {purchase.autoReleaseAt && (
        <p className="text-sm text-muted">
          Without a word from you, the tokens go to {purchase.seller.firstName ?? 'the seller'} on{' '}
          {formatDay(purchase.autoReleaseAt)}.
        </p>
      )}
    </TradeCard>
  )
}

export function CompletedPurchase({ purchase, focused }: { purchase: Purchase; focused: boolean }) {
  return (
    <TradeCard
      {...cardOf(purchase)}
      steps={purchaseSteps(purchase)}
      badge={{ text: 'Delivered', tone: 'save' }}
      focused={focused}
    />
  )
}

export function CancelledPurchase({ purchase }: { purchase: Purchase }) {
  const tokens = countTokens(addTokens(purchase.tokenPrice, purchase.tokenFee))
  const card = formatDollars(purchase.cardAmount)
  const refunded = purchase.state === 'refunded'
  return (
    <TradeCard
      {...cardOf(purchase)}
      steps={purchaseSteps(purchase)}
      badge={refunded ? { text: 'Refunded', tone: 'plain' } : { text: 'Refund on its way', tone: 'lamp' }}
    >
      <p className="text-sm text-muted">
        {purchase.cancelledBy === 'seller' && 'Cancelled by the seller. '}
        {refunded
          ? `You got back ${tokens} and ${card}.`
          : `You got back ${tokens}. ${card} are on their way to your card.`}
      </p>
    </TradeCard>
  )
}

/** Reserved for this member, but not paid yet. */
export function UnpaidPurchase({ purchase }: { purchase: Purchase }) {
  return (
    <TradeCard
      {...cardOf(purchase)}
      when={
        <>
          Reserved <TimeAgo at={purchase.reservedAt} />
        </>
      }
      badge={{ text: 'Not paid', tone: 'plain' }}
    >
      <PickupInfo pickup={null} />
      <div>
        <Link to={purchase.id === null ? '/' : `/item/${purchase.id}`} className={buttonClass({ variant: 'lamp' })}>
          Finish Payment
        </Link>
      </div>
    </TradeCard>
  )
}
