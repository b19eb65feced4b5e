import type { ReactNode } from 'react'
import { Link } from '../../../lib/navigation.tsx'
import type { ListedSale } from '../../../../src/modules/handover/contract.ts'
import { PageLoading } from '../../../frame/page-loading.tsx'
import { t } from '../../../lib/t.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { SoldCard } from './sold-card.tsx'
import { type Section, sectionOf } from '../order.ts'
import { TradeSection } from '../trade-section.tsx'
import { useSales } from '../../buying/use-purchases.ts'

const idOf = ({ purchaseId }: ListedSale) => purchaseId

interface Props {
  /** The card of one that is still to change hands. */
  pending: (sale: ListedSale, open: boolean) => ReactNode
  /** The end of another one. */
  ended: (sale: ListedSale) => ReactNode
}

export function SoldList({ pending, ended }: Props) {
  const { data, error, mutate, more } = useSales()
  if (!data && error !== undefined) {
    return <LoadError title={t('Your sales could not be loaded')} error={error} onRetry={() => void mutate()} />
  }
  if (!data) return <PageLoading>{t('Loading sales...')}</PageLoading>
  if (data.length === 0) {
    return (
      <EmptyState
        picture="shirt"
        title={t('Nothing sold yet')}
        action={
          <Link to="/post" className={buttonClass()}>
            {t('Post an Item')}
          </Link>
        }
      >
        {t('When a neighbour buys one of your items, you follow it here.')}
      </EmptyState>
    )
  }
  const inSection = (section: Section) => data.filter((sale) => sectionOf(sale) === section)
  const card = (sale: ListedSale, open: boolean) => <SoldCard sale={sale} open={open} ended={ended(sale)} />
  return (
    <div className="flex flex-col gap-8">
      <TradeSection title={t('Awaiting Delivery')} trades={inSection('awaiting')} idOf={idOf}>
        {pending}
      </TradeSection>
      <TradeSection title={t('Completed')} trades={inSection('completed')} idOf={idOf}>
        {card}
      </TradeSection>
      <TradeSection title={t('Cancelled')} trades={inSection('cancelled')} idOf={idOf}>
        {card}
      </TradeSection>
      <ShowMore more={more}>{t('Show older sales')}</ShowMore>
    </div>
  )
}
