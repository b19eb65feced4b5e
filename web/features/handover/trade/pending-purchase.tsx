import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../../lib/navigation.tsx'
import type { ListedPurchase } from '../../../../src/modules/handover/contract.ts'
import type { Purchase } from '../../../../src/modules/purchasing/contract.ts'
import { rich, t } from '../../../lib/t.ts'
import { Deadline } from '../../../ui/deadline.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { WhileThere } from '../../buying/while-there.tsx'
import { ConfirmDelivery } from '../../purchases/confirm-delivery.tsx'
import { OrderReceipt } from '../../purchases/order-receipt.tsx'
import { PickupInfo } from '../../purchases/pickup-info.tsx'
import { Lines, Refund, cardOf } from '../../purchases/purchase-parts.tsx'
import { ReportProblem } from '../../purchases/report-problem.tsx'
import { Reports } from '../../purchases/reports.tsx'
import { ACTIONS, TradeCard } from '../../purchases/trade-card.tsx'
import { Held } from './held.tsx'
import { useNow } from '../../../lib/browser/use-now.ts'
import { rowOf } from './row-of.ts'
import { OpenTrade } from './open-trade.tsx'
import { TradeProgress } from './trade-progress.tsx'

interface Props {
  purchase: ListedPurchase
  conversationPath: string
  /** Whether all of it is shown. */
  open: boolean
  onConfirmed: (purchase: Purchase) => void
}

/** A purchase that is paid and not yet in the buyer's hands: what comes next, where, and what it costs. */
export function PendingPurchase({ purchase, conversationPath, open: unfolded, onConfirmed }: Props) {
  const { lines, seller, trade } = purchase
  const now = useNow()
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
      row={rowOf(trade, now, unfolded)}
      progress={<TradeProgress trade={trade} paidAt={purchase.purchasedAt} />}
      badge={disputed ? { text: t('Problem reported'), tone: 'danger' } : { text: t('Pending'), tone: 'lamp' }}
    >
      <OpenTrade trade={trade}>
        <Reports lines={lines} by={t('You')}>
          {t('Your tokens stay in escrow until it is settled, or until you confirm the delivery after all.')}
        </Reports>
      </OpenTrade>
      <Lines purchase={purchase} />
      <PickupInfo pickup={purchase.pickup} />
      <Held {...purchase} tokens={purchase.tokensInEscrow} />
      <div className={open ? ACTIONS : 'flex items-center gap-2'}>
        {open && <ConfirmDelivery purchase={purchase} onConfirmed={confirmed} />}
        <Link to={conversationPath} className={buttonClass({ variant: open ? 'quiet' : 'primary' })}>
          <MessageCircle size={18} aria-hidden /> {t('Message {name}', { name: seller.firstName ?? t('the seller') })}
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
          {rich("If we don't hear from you, the tokens go to {name} on {time}.", {
            name: seller.firstName ?? t('the seller'),
            time: <Deadline at={purchase.autoReleaseAt} />,
          })}
        </p>
      )}
      {trade.takesMore && <WhileThere {...trade} />}
      <OrderReceipt purchase={purchase} />
    </TradeCard>
  )
}
