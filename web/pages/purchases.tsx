import { clsx } from 'clsx'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from '../lib/navigation.tsx'
import type { User } from '../../src/modules/identity/contract.ts'
import { EndedTrade } from '../features/handover/trade/ended-trade.tsx'
import { PendingPurchase } from '../features/handover/trade/pending-purchase.tsx'
import { Today } from '../features/handover/trade/today.tsx'
import { PendingSale } from '../features/handover/trade/pending-sale.tsx'
import { pathToConversation } from '../features/messaging/use-conversations.ts'
import { tradePage } from '../features/handover/trade/trade-page.ts'
import { useReadWhenDue } from '../features/handover/trade/use-read-when-due.ts'
import { tradePath } from '../features/handover/trade/use-trade.ts'
import { PaymentReturn } from '../features/buying/payment/payment-return.tsx'
import { usePurchases, useSales } from '../features/buying/use-purchases.ts'
import { PurchaseList } from '../features/purchases/purchase-list.tsx'
import { SoldList } from '../features/purchases/sales/sold-list.tsx'
import { LoginRequired } from '../frame/login-required.tsx'
import { PageLoading } from '../frame/page-loading.tsx'
import { shownCount } from '../frame/count-badge.tsx'
import { path } from '../lib/api.ts'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { useApi } from '../lib/use-api.ts'
import { useRequiredMember } from '../lib/use-member.ts'
import { PageHeading } from '../ui/page-heading.tsx'

export default function PurchasesPage() {
  const member = useRequiredMember()
  return (
    <div className="page max-w-[728px]! py-6 md:py-10">
      <PageHead title={t('Purchases')} />
      {member && <Purchases member={member} />}
      {member === null && <LoginRequired>{t('Please log in to see your purchases.')}</LoginRequired>}
      {member === undefined && <PageLoading />}
    </div>
  )
}

function Purchases({ member }: { member: User }) {
  const [query] = useSearchParams()
  const sold = query.get('tab') === 'sold'
  const wanted = query.get('trade')
  const { data: asked } = useApi(wanted === null || sold ? null : tradePath(wanted))
  const { data: openTrades } = useApi(path('/api/trades/open'))
  const purchases = usePurchases(!sold).data
  const sales = useSales(sold).data
  useReadWhenDue((sold ? sales : purchases)?.map(({ trade }) => trade))
  // A notice names the trade, not the side.
  if (asked?.side === 'seller') return <Redirect to={tradePage(asked)} />
  return (
    <>
      <PageHeading>{t('Purchases')}</PageHeading>
      <nav aria-label={t('Purchases')} className="my-4 flex flex-wrap gap-1 border-b border-line">
        <Tab to="/purchases" current={!sold} waiting={openTrades?.waiting.bought}>
          {t('Bought')}
        </Tab>
        <Tab to="/purchases?tab=sold" current={sold} waiting={openTrades?.waiting.sold}>
          {t('Sold')}
        </Tab>
      </nav>
      <PaymentReturn />
      <Today />
      {sold ? (
        <SoldList
          ended={({ trade }) => <EndedTrade trade={trade} />}
          pending={(sale, open) => (
            <PendingSale
              sale={sale}
              open={open}
              conversationPath={pathToConversation({ id: sale.id, buyerId: sale.buyer.id })}
            />
          )}
        />
      ) : (
        <PurchaseList
          ended={({ trade }) => <EndedTrade trade={trade} />}
          pending={(purchase, open, onConfirmed) => (
            <PendingPurchase
              open={open}
              purchase={purchase}
              conversationPath={pathToConversation({ id: purchase.id, buyerId: member.id })}
              onConfirmed={onConfirmed}
            />
          )}
        />
      )}
    </>
  )
}

interface TabProps {
  to: string
  current: boolean
  /** The number of its trades that wait for the member. */
  waiting: number | undefined
  children: string
}

function Tab({ to, current, waiting = 0, children }: TabProps) {
  return (
    <Link
      to={to}
      replace
      aria-current={current ? 'page' : undefined}
      className={clsx(
        '-mb-px inline-flex min-h-11 items-center gap-2 rounded-t-input border-b-3 px-4 font-semibold',
        current ? 'border-primary text-primary' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {children}
      {waiting > 0 && (
        <span
          dir="ltr"
          className="figures grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1 text-xs font-extrabold text-on-danger"
        >
          <span aria-hidden>{shownCount(waiting)}</span>
          <span className="sr-only">{t('{count} waiting for you', { count: shownCount(waiting) })}</span>
        </span>
      )}
    </Link>
  )
}

/** Shows nothing, and gives way to that page. */
function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true }), [navigate, to])
  return null
}
