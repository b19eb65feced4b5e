import { MessageCircle, Package, Truck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { countTokens, formatDollars } from '../../lib/format.ts'
import { formatDay } from '../../lib/time.ts'
import { addTokens } from '../../lib/token-cost.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CoinGlyph } from '../../ui/coin-glyph.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { refreshAfterPurchase } from './api.ts'
import { ConfirmDelivery } from './confirm-delivery.tsx'
import { GiveUp } from './give-up.tsx'
import { PickupInfo } from './pickup-info.tsx'
import { purchaseSteps } from './purchase-steps.ts'
import { ReportProblem } from './report-problem.tsx'
import { Reported } from './reported.tsx'
import { decidedBy } from '../../../src/modules/purchasing/constants.ts'
import { TimeLeft } from './time-left.tsx'
import { ACTIONS, TradeCard } from './trade-card.tsx'

interface Props {
  purchase: Purchase
  /** Path of the conversation. */
  conversationPath: string
  onConfirmed: (purchase: Purchase) => void
}

function cardOf(purchase: Purchase) {
  const { id, title, category, photos, purchasedAt } = purchase
  return {
    listingId: id,
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

/** Awaiting delivery: the pickup details, and the button that confirms delivery. */
export function PendingPurchase({ purchase, conversationPath, onConfirmed }: Props) {
  const disputed = purchase.state === 'disputed'
  // The button that led to the report is gone.
  const [reported, setReported] = useState(false)
  return (
    <TradeCard
      {...cardOf(purchase)}
      alarming={disputed}
      focused={disputed && reported}
      steps={purchaseSteps(purchase)}
      badge={disputed ? { text: 'Problem reported', tone: 'danger' } : { text: 'Pending', tone: 'lamp' }}
    >
      {purchase.disputedAt && disputed && (
        <Reported by="You" reason={purchase.disputeReason}>
          An admin decides by {formatDay(decidedBy(purchase.disputedAt))}. Your tokens stay in escrow until then, or
          until you confirm the delivery after all.
        </Reported>
      )}
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
              {purchase.courierFee && `, ${formatDollars(purchase.courierFee)} paid to the courier`}
            </>
          ) : (
            <>
              <Package size={18} aria-hidden className="shrink-0" /> Pickup
            </>
          )}
        </li>
      </ul>
      <div className={ACTIONS}>
        {!disputed && <ConfirmDelivery purchase={purchase} onConfirmed={onConfirmed} />}
        <Link to={conversationPath} className={buttonClass({ variant: disputed ? 'primary' : 'quiet' })}>
          <MessageCircle size={18} aria-hidden /> Message {purchase.seller.firstName ?? 'the seller'}
        </Link>
        {disputed ? (
          <ConfirmDelivery purchase={purchase} onConfirmed={onConfirmed} inMenu />
        ) : (
          <ReportProblem purchase={purchase} onReported={() => setReported(true)} />
        )}
      </div>
      {purchase.autoReleaseAt && (
        <p className="text-sm text-muted">
          If we don't hear from you, the tokens go to {purchase.seller.firstName ?? 'the seller'} on{' '}
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

const REFUND_BADGES: Partial<Record<Purchase['state'], { text: string; tone: 'plain' | 'danger' }>> = {
  refunded: { text: 'Refunded', tone: 'plain' },
  refund_failed: { text: 'Card refund failed', tone: 'danger' },
}

export function CancelledPurchase({ purchase }: { purchase: Purchase }) {
  const tokens = countTokens(addTokens(purchase.tokenPrice, purchase.tokenFee))
  const card = formatDollars(purchase.cardAmount)
  return (
    <TradeCard
      {...cardOf(purchase)}
      steps={purchaseSteps(purchase)}
      badge={REFUND_BADGES[purchase.state] ?? { text: 'Refund on its way', tone: 'lamp' }}
    >
      <p className="text-sm text-muted">
        {purchase.cancelledBy === 'seller' ? 'Cancelled by the seller. ' : 'An admin has decided for you. '}
        {purchase.state === 'refunded' && `You got back ${tokens} and ${card}.`}
        {purchase.state === 'refund_due' && `You got back ${tokens}. ${card} are on their way to your card.`}
        {purchase.state === 'refund_failed' &&
          `You got back ${tokens}. Your bank didn't accept the ${card} refund: an admin is looking into it.`}
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
      <TimeLeft until={purchase.expiresAt} onExpired={() => void refreshAfterPurchase()} />
      <PickupInfo pickup={null} />
      <div className={ACTIONS}>
        <Link to={purchase.id === null ? '/' : `/item/${purchase.id}?pay`} className={buttonClass({ variant: 'lamp' })}>
          Continue Payment
        </Link>
        <GiveUp purchase={purchase} />
      </div>
    </TradeCard>
  )
}
