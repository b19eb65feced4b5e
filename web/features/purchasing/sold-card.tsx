import { MessageCircle, Package, Truck } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Sale } from '../../../src/modules/purchasing/contract.ts'
import { countTokens } from '../../lib/format.ts'
import { formatDay } from '../../lib/time.ts'
import { addTokens } from '../../lib/token-cost.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { CancelSale } from './cancel-sale.tsx'
import { sectionOf } from './order.ts'
import { OrderLines } from './order-lines.tsx'
import { Reports } from './reports.tsx'
import { saleSteps } from './sale-steps.ts'
import { ACTIONS, TradeCard } from './trade-card.tsx'

const BADGES: Partial<Record<Sale['state'], { text: string; tone: 'lamp' | 'save' | 'danger' }>> = {
  paid: { text: 'Pending', tone: 'lamp' },
  disputed: { text: 'Problem reported', tone: 'danger' },
  delivered: { text: 'Delivered', tone: 'save' },
}

/** A sale as its seller sees it: the buyer, the delivery, and what is left to do. */
export function SoldCard({ sale, conversationPath }: { sale: Sale; conversationPath: string }) {
  const { id, title, category, photos, state, purchasedAt, buyer, lines } = sale
  const section = sectionOf(sale)
  const open = section === 'awaiting'
  const coming = lines.filter((line) => line.state === 'paid').map(({ tokenPrice }) => tokenPrice)
  const name = buyer.firstName ?? 'the buyer'
  return (
    <TradeCard
      title={title}
      listing={lines.length === 1 ? { id, category, photo: photos[0] } : undefined}
      when={
        <>
          Sold to {name}
          {purchasedAt && (
            <>
              {' '}
              <TimeAgo at={purchasedAt} />
            </>
          )}
        </>
      }
      badge={BADGES[section === 'completed' ? 'delivered' : state] ?? { text: 'Cancelled', tone: 'plain' }}
      steps={saleSteps(sale)}
      alarming={state === 'disputed'}
    >
      {lines.length > 1 && <OrderLines lines={lines} you="seller" />}
      {open && (
        <>
          <Delivery sale={sale} name={name} />
          <Reports lines={lines} by={buyer.firstName ?? 'The buyer'}>
            {() =>
              'The tokens stay in escrow until the two of you agree, or an admin decides. Tell your side in the messages: the admin reads them before deciding.'
            }
          </Reports>
          <div className={ACTIONS}>
            <Link to={conversationPath} className={buttonClass()}>
              <MessageCircle size={18} aria-hidden /> Message {name}
            </Link>
            <CancelSale sale={sale} />
          </div>
          {sale.autoReleaseAt && (
            <p className="text-sm text-muted">
              You get {countTokens(addTokens(...coming))} once {name} confirms the delivery, or on{' '}
              {formatDay(sale.autoReleaseAt)}.
            </p>
          )}
        </>
      )}
    </TradeCard>
  )
}

function Delivery({ sale, name }: { sale: Sale; name: string }) {
  return (
    <p className="flex items-center gap-1.5 text-sm wrap-anywhere">
      {sale.deliveryMethod === 'doordash' ? (
        <>
          <Truck size={18} aria-hidden className="shrink-0" /> Courier
          {sale.deliveryAddress && ` to ${sale.deliveryAddress}`}
        </>
      ) : (
        <>
          <Package size={18} aria-hidden className="shrink-0" /> Pickup by {name}
        </>
      )}
    </p>
  )
}
