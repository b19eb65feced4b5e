import type { ReactNode } from 'react'
import { Link } from '../../lib/navigation.tsx'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { PAY_LATER } from '../../lib/offline/connection.ts'
import { useAway } from '../../lib/offline/freshness.ts'
import { rich, t } from '../../lib/t.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { refreshAfterPurchase } from '../buying/api.ts'
import { GiveUp } from '../buying/give-up.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { PickupInfo } from './pickup-info.tsx'
import { Lines, Refund, cardOf } from './purchase-parts.tsx'
import { purchaseSteps } from './purchase-steps.ts'
import { TimeLeft } from '../buying/payment/time-left.tsx'
import { Timeline } from './timeline.tsx'
import { ACTIONS, TradeCard } from './trade-card.tsx'

interface EndedProps {
  purchase: Purchase
  /** The end of the purchase. */
  ended: ReactNode
  /** Whether all of it is shown. */
  open: boolean
}

export function CompletedPurchase({ purchase, ended, open, focused }: EndedProps & { focused: boolean }) {
  return (
    <TradeCard
      {...cardOf(purchase)}
      row={{ action: t('Details'), open }}
      progress={<Timeline steps={purchaseSteps(purchase)} />}
      badge={{ text: t('Delivered'), tone: 'save' }}
      focused={focused}
    >
      {ended}
      <Ended purchase={purchase} />
    </TradeCard>
  )
}

function refundBadge(state: Purchase['state']) {
  if (state === 'refunded') return { text: t('Refunded'), tone: 'plain' } as const
  if (state === 'refund_failed') return { text: t('Card refund failed'), tone: 'danger' } as const
  return { text: t('Refund on its way'), tone: 'lamp' } as const
}

export function CancelledPurchase({ purchase, ended, open }: EndedProps) {
  return (
    <TradeCard
      {...cardOf(purchase)}
      row={{ action: t('Details'), open }}
      progress={<Timeline steps={purchaseSteps(purchase)} />}
      badge={refundBadge(purchase.state)}
    >
      {ended}
      <Ended purchase={purchase} />
    </TradeCard>
  )
}

/** The rest of an order of which nothing is awaited. */
function Ended({ purchase }: { purchase: Purchase }) {
  return (
    <>
      <Lines purchase={purchase} />
      <Refund purchase={purchase} />
      <OrderReceipt purchase={purchase} />
    </>
  )
}

/** Reserved for this member, but not paid yet. */
export function UnpaidPurchase({ purchase }: { purchase: Purchase }) {
  const away = useAway()
  return (
    <TradeCard
      {...cardOf(purchase)}
      when={rich('Reserved {when}', { when: <TimeAgo at={purchase.reservedAt} /> })}
      badge={{ text: t('Not paid'), tone: 'plain' }}
    >
      <Lines purchase={purchase} />
      <TimeLeft until={purchase.expiresAt} onExpired={() => void refreshAfterPurchase()} />
      <PickupInfo pickup={null} />
      <div className={ACTIONS}>
        {away ? (
          <Button variant="lamp" disabled>
            {t(PAY_LATER)}
          </Button>
        ) : (
          <Link
            to={purchase.id === null ? '/' : `/item/${purchase.id}?pay`}
            className={buttonClass({ variant: 'lamp' })}
          >
            {t('Continue Payment')}
          </Link>
        )}
        <GiveUp purchase={purchase} />
      </div>
    </TradeCard>
  )
}
