import { type ReactNode, useState } from 'react'
import { Link } from '../../lib/navigation.tsx'
import type { ListedPurchase } from '../../../src/modules/handover/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { t } from '../../lib/t.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { CancelledPurchase, CompletedPurchase, UnpaidPurchase } from './purchase-card.tsx'
import { TradeSection } from './trade-section.tsx'
import { type Section, sectionOf } from './order.ts'
import { usePurchases } from '../buying/use-purchases.ts'

const idOf = ({ purchaseId }: ListedPurchase) => purchaseId

interface Props {
  /** The card of one that is still to change hands. */
  pending: (
    purchase: ListedPurchase,
    open: boolean,
    onConfirmed: (purchase: Pick<ListedPurchase, 'purchaseId'>) => void,
  ) => ReactNode
  /** The end of another one. */
  ended: (purchase: ListedPurchase) => ReactNode
}

export function PurchaseList({ pending, ended }: Props) {
  const { data, error, mutate, more } = usePurchases()
  const [confirmed, setConfirmed] = useState<string>()
  if (!data && error !== undefined) {
    return <LoadError title={t('Your purchases could not be loaded')} error={error} onRetry={() => void mutate()} />
  }
  if (!data) return <PageLoading>{t('Loading purchases...')}</PageLoading>
  if (data.every((purchase) => sectionOf(purchase) === 'none')) return <Nothing />
  const inSection = (section: Section) => data.filter((purchase) => sectionOf(purchase) === section)
  return (
    <div className="flex flex-col gap-8">
      <TradeSection title={t('Waiting for Payment')} trades={inSection('unpaid')} idOf={idOf}>
        {(purchase) => <UnpaidPurchase purchase={purchase} />}
      </TradeSection>
      <TradeSection title={t('Awaiting Delivery')} trades={inSection('awaiting')} idOf={idOf}>
        {(purchase, open) => pending(purchase, open, ({ purchaseId }) => setConfirmed(purchaseId))}
      </TradeSection>
      <TradeSection title={t('Completed')} trades={inSection('completed')} idOf={idOf}>
        {(purchase, open) => (
          <CompletedPurchase
            purchase={purchase}
            open={open}
            ended={ended(purchase)}
            focused={purchase.purchaseId === confirmed}
          />
        )}
      </TradeSection>
      <TradeSection title={t('Cancelled')} trades={inSection('cancelled')} idOf={idOf}>
        {(purchase, open) => <CancelledPurchase purchase={purchase} open={open} ended={ended(purchase)} />}
      </TradeSection>
      <ShowMore more={more}>{t('Show older purchases')}</ShowMore>
    </div>
  )
}

function Nothing() {
  return (
    <EmptyState
      picture="box"
      title={t('No purchases yet')}
      action={
        <Link to="/" className={buttonClass()}>
          {t('Browse Items')}
        </Link>
      }
    >
      {t('What you buy appears here, with the pickup address and the way to confirm delivery.')}
    </EmptyState>
  )
}
