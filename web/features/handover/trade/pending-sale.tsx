import { MessageCircle } from 'lucide-react'
import { Link } from '../../../lib/navigation.tsx'
import type { ListedSale } from '../../../../src/modules/handover/contract.ts'
import { countTokens } from '../../../lib/format.ts'
import { rich, t } from '../../../lib/t.ts'
import { Deadline } from '../../../ui/deadline.tsx'
import { addTokens } from '../../../lib/token-cost.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { CancelSale } from '../../purchases/sales/cancel-sale.tsx'
import { isAwaited } from '../../purchases/order.ts'
import { OrderLines } from '../../purchases/order-lines.tsx'
import { Reports } from '../../purchases/reports.tsx'
import { saleCardOf } from '../../purchases/sales/sold-card.tsx'
import { ACTIONS, TradeCard } from '../../purchases/trade-card.tsx'
import { Held } from './held.tsx'
import { useNow } from '../../../lib/browser/use-now.ts'
import { rowOf } from './row-of.ts'
import { OpenTrade } from './open-trade.tsx'
import { TradeProgress } from './trade-progress.tsx'

interface Props {
  sale: ListedSale
  /** Path of the conversation. */
  conversationPath: string
  /** Whether all of it is shown. */
  open: boolean
}

/** A sale that is paid and still with its seller: what comes next, and the tokens that wait. */
export function PendingSale({ sale, conversationPath, open }: Props) {
  const { lines, buyer, trade } = sale
  const now = useNow()
  const disputed = sale.state === 'disputed'
  const name = buyer.firstName ?? t('the buyer')
  const sumOf = (chosen: typeof lines) => addTokens(...chosen.map(({ tokenPrice }) => tokenPrice))
  return (
    <TradeCard
      {...saleCardOf(sale)}
      alarming={disputed}
      row={rowOf(trade, now, open)}
      progress={<TradeProgress trade={trade} paidAt={sale.purchasedAt} />}
      badge={disputed ? { text: t('Problem reported'), tone: 'danger' } : { text: t('Pending'), tone: 'lamp' }}
    >
      <OpenTrade trade={trade}>
        <Reports lines={lines} by={buyer.firstName ?? t('The buyer')}>
          {t('The tokens stay in escrow until it is settled.')}
        </Reports>
      </OpenTrade>
      {lines.length > 1 && <OrderLines lines={lines} you="seller" />}
      <Held {...sale} courierFee={null} tokens={sumOf(lines.filter(isAwaited))} by={name} />
      <div className={ACTIONS}>
        <Link to={conversationPath} className={buttonClass({ variant: 'quiet' })}>
          <MessageCircle size={18} aria-hidden /> {t('Message {name}', { name })}
        </Link>
        <CancelSale sale={sale} />
      </div>
      {sale.autoReleaseAt && (
        <p className="text-sm text-muted">
          {rich('You get {tokens} once {name} confirms the delivery, or on {time}.', {
            tokens: countTokens(sumOf(lines.filter(({ state }) => state === 'paid'))),
            name,
            time: <Deadline at={sale.autoReleaseAt} />,
          })}
        </p>
      )}
    </TradeCard>
  )
}
