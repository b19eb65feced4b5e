import { Link } from 'react-router-dom'
import type { Sale } from '../../../src/modules/purchasing/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { SoldCard } from './sold-card.tsx'
import { TradeSection } from './trade-section.tsx'
import { useSales } from './use-purchases.ts'

const idOf = ({ purchaseId }: Sale) => purchaseId

/** What neighbours have bought from the member. `conversationPathOf`: where to write to the buyer. */
export function SoldList({ conversationPathOf }: { conversationPathOf: (sale: Sale) => string }) {
  const { data, error, mutate, more } = useSales()
  if (!data && error !== undefined) {
    return <LoadError title="Your sales could not be loaded" error={error} onRetry={() => void mutate()} />
  }
  if (!data) return <PageLoading>Loading sales...</PageLoading>
  if (data.length === 0) {
    return (
      <EmptyState
        picture="shirt"
        title="Nothing sold yet"
        action={
          <Link to="/post" className={buttonClass()}>
            Post an Item
          </Link>
        }
      >
        When a neighbour buys one of your items, you follow it here.
      </EmptyState>
    )
  }
  const inState = (...states: Sale['state'][]) => data.filter(({ state }) => states.includes(state))
  const card = (sale: Sale) => <SoldCard sale={sale} conversationPath={conversationPathOf(sale)} />
  return (
    <div className="flex flex-col gap-8">
      <TradeSection title="Awaiting Delivery" trades={inState('paid', 'disputed')} idOf={idOf}>
        {card}
      </TradeSection>
      <TradeSection title="Completed" trades={inState('delivered')} idOf={idOf}>
        {card}
      </TradeSection>
      <TradeSection title="Cancelled" trades={inState('refund_due', 'refunded', 'refund_failed')} idOf={idOf}>
        {card}
      </TradeSection>
      <ShowMore more={more}>Show older sales</ShowMore>
    </div>
  )
}
