import { MessageCircle, Package, Truck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { PAY_LATER } from '../../lib/connection.ts'
import { countTokens, formatDollars } from '../../lib/format.ts'
import { useAway } from '../../lib/freshness.ts'
import { formatDay } from '../../lib/time.ts'
import { addTokens } from '../../lib/token-cost.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CoinGlyph } from '../../ui/coin-glyph.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { refreshAfterPurchase } from './api.ts'
import { ConfirmDelivery } from './confirm-delivery.tsx'
import { GiveUp } from './give-up.tsx'
import { PickupInfo } from './pickup-info.tsx'
import { purchaseSteps } from './purchase-steps.ts'
import { ReportProblem } from './report-problem.tsx'
import { isGivenBack, namesOf } from './order.ts'
import { OrderLines } from './order-lines.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { Reports } from './reports.tsx'
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
  const { id, title, category, photos, purchasedAt, lines, seller } = purchase
  return {
    title,
    listing: lines.length === 1 ? { id, category, photo: photos[0] } : undefined,
    when: (
      <>
        Purchased {lines.length > 1 && seller.firstName !== null && `from ${seller.firstName} `}
        <TimeAgo at={purchasedAt ?? purchase.reservedAt} />
      </>
    ),
  }
}

/** The things of an order of several. */
const Lines = ({ purchase }: { purchase: Purchase }) =>
  purchase.lines.length > 1 && <OrderLines lines={purchase.lines} you="buyer" />

/** Awaiting delivery: the pickup details, and the button that confirms delivery. */
export function PendingPurchase({ purchase, conversationPath, onConfirmed }: Props) {
  const { lines } = purchase
  const disputed = purchase.state === 'disputed'
  const open = lines.some(({ state }) => state === 'paid')
  // The button that led to the report, or confirmed the last thing without one, is gone.
  const [acted, setActed] = useState(false)
  const confirmed = (answer: Purchase) => {
    setActed(true)
    onConfirmed(answer)
  }
  return (
    <TradeCard
      {...cardOf(purchase)}
      alarming={disputed}
      focused={!open && acted}
      steps={purchaseSteps(purchase)}
      badge={disputed ? { text: 'Problem reported', tone: 'danger' } : { text: 'Pending', tone: 'lamp' }}
    >
      <Lines purchase={purchase} />
      <Reports lines={lines} by="You">
        {(disputedAt) =>
          `An admin decides by ${formatDay(decidedBy(disputedAt))}. Your tokens stay in escrow until then, or until you confirm the delivery after all.`
        }
      </Reports>
      <PickupInfo pickup={purchase.pickup} />
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <li className="flex items-center gap-1.5">
          <CoinGlyph size={18} />
          <span className="figures font-semibold">{countTokens(purchase.tokensInEscrow)}</span> in escrow
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
        {open && <ConfirmDelivery purchase={purchase} onConfirmed={confirmed} />}
        <Link to={conversationPath} className={buttonClass({ variant: open ? 'quiet' : 'primary' })}>
          <MessageCircle size={18} aria-hidden /> Message {purchase.seller.firstName ?? 'the seller'}
        </Link>
        {open ? (
          <ReportProblem purchase={purchase} onReported={() => setActed(true)} />
        ) : (
          <ConfirmDelivery purchase={purchase} onConfirmed={confirmed} inMenu />
        )}
      </div>
      <Refund purchase={purchase} />
      {purchase.autoReleaseAt && (
        <p className="text-sm text-muted">
          If we don't hear from you, the tokens go to {purchase.seller.firstName ?? 'the seller'} on{' '}
          {formatDay(purchase.autoReleaseAt)}.
        </p>
      )}
      {lines.length > 1 && <OrderReceipt purchase={purchase} />}
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
    >
      <Ended purchase={purchase} />
    </TradeCard>
  )
}

const REFUND_BADGES: Partial<Record<Purchase['state'], { text: string; tone: 'plain' | 'danger' }>> = {
  refunded: { text: 'Refunded', tone: 'plain' },
  refund_failed: { text: 'Card refund failed', tone: 'danger' },
}

export function CancelledPurchase({ purchase }: { purchase: Purchase }) {
  return (
    <TradeCard
      {...cardOf(purchase)}
      steps={purchaseSteps(purchase)}
      badge={REFUND_BADGES[purchase.state] ?? { text: 'Refund on its way', tone: 'lamp' }}
    >
      <Ended purchase={purchase} />
    </TradeCard>
  )
}

/** What is left to say of an order that nothing is awaited of. */
function Ended({ purchase }: { purchase: Purchase }) {
  if (purchase.lines.length === 1) return <Refund purchase={purchase} />
  return (
    <>
      <Lines purchase={purchase} />
      <Refund purchase={purchase} />
      <OrderReceipt purchase={purchase} />
    </>
  )
}

const WHY_REFUNDED = {
  seller: 'Cancelled by the seller. ',
  admin: 'An admin has decided for you. ',
  clock: 'The seller has not answered in time. ',
}

/** What came back of the things that came to nothing, and who called them off. */
function Refund({ purchase }: { purchase: Purchase }) {
  const lines = purchase.lines.filter(isGivenBack)
  const [first] = lines
  if (!first) return null
  const tokens = countTokens(addTokens(...lines.flatMap(({ tokenPrice, tokenFee }) => [tokenPrice, tokenFee])))
  const card = formatDollars(purchase.cardRefund)
  const inState = (state: Purchase['state']) => lines.some((line) => line.state === state)
  const by = new Set(lines.map(({ cancelledBy }) => cancelledBy))
  return (
    <p className="text-sm text-muted">
      {purchase.lines.length > 1 && `${namesOf(lines)}: `}
      {by.size === 1 && WHY_REFUNDED[first.cancelledBy ?? 'seller']}
      {inState('refund_failed')
        ? `You got back ${tokens}. Your bank didn't accept the ${card} refund: an admin is looking into it.`
        : inState('refund_due')
          ? `You got back ${tokens}. ${card} are on their way to your card.`
          : `You got back ${tokens} and ${card}.`}
    </p>
  )
}

/** Reserved for this member, but not paid yet. */
export function UnpaidPurchase({ purchase }: { purchase: Purchase }) {
  const away = useAway()
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
      <Lines purchase={purchase} />
      <TimeLeft until={purchase.expiresAt} onExpired={() => void refreshAfterPurchase()} />
      <PickupInfo pickup={null} />
      <div className={ACTIONS}>
        {away ? (
          <Button variant="lamp" disabled>
            {PAY_LATER}
          </Button>
        ) : (
          <Link
            to={purchase.id === null ? '/' : `/item/${purchase.id}?pay`}
            className={buttonClass({ variant: 'lamp' })}
          >
            Continue Payment
          </Link>
        )}
        <GiveUp purchase={purchase} />
      </div>
    </TradeCard>
  )
}
