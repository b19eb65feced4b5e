import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { countTokens } from '../../lib/format.ts'
import { formatDay } from '../../lib/time.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { useMyListings } from '../catalog/use-my-listings.ts'
import { TradeCard } from './trade-card.tsx'
import { TradeSection } from './trade-section.tsx'

interface Sale {
  listing: Listing
  soldAt: string
}

const idOf = ({ listing }: Sale) => listing.id

/** The member's own listings that a neighbour has bought. `talkOf` tells where to write to the buyer. */
export function SoldList({ talkOf }: { talkOf: (listing: Listing) => string }) {
  const { data, error, mutate } = useMyListings()
  if (!data && error !== undefined) {
    return <LoadError title="Your sales could not be loaded" error={error} onRetry={() => void mutate()} />
  }
  if (!data) return <PageLoading>Loading sales...</PageLoading>
  const sales = data.flatMap((listing) =>
    listing.purchasedAt && listing.status === 'claimed' ? [{ listing, soldAt: listing.purchasedAt }] : [],
  )
  if (sales.length === 0) {
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
  const card = ({ listing, soldAt }: Sale) => <SoldCard listing={listing} soldAt={soldAt} talk={talkOf(listing)} />
  return (
    <div className="flex flex-col gap-8">
      <TradeSection
        title="Awaiting Delivery"
        trades={sales.filter(({ listing }) => !listing.deliveryConfirmedAt)}
        idOf={idOf}
      >
        {card}
      </TradeSection>
      <TradeSection title="Completed" trades={sales.filter(({ listing }) => listing.deliveryConfirmedAt)} idOf={idOf}>
        {card}
      </TradeSection>
    </div>
  )
}

function SoldCard({ listing, soldAt, talk }: Sale & { talk: string }) {
  const tokens = countTokens(listing.tokenPrice)
  const delivered = listing.deliveryConfirmedAt
  return (
    <TradeCard
      itemId={listing.id}
      title={listing.title}
      category={listing.category}
      photo={listing.photos[0]}
      when={
        <>
          Sold <TimeAgo at={soldAt} />
        </>
      }
      badge={delivered ? { text: 'Delivered', tone: 'save' } : { text: 'Pending', tone: 'lamp' }}
      steps={[
        { label: 'Paid', note: formatDay(soldAt), state: 'done' },
        delivered
          ? { label: 'Handed over', note: formatDay(delivered), state: 'done' }
          : { label: 'Hand it over', note: 'see your inbox', state: 'current' },
        delivered ? { label: `${tokens} earned`, state: 'done' } : { label: tokens, note: 'in escrow', state: 'open' },
      ]}
    >
      {!delivered && (
        <div>
          <Link to={talk} className={buttonClass()}>
            <MessageCircle size={18} aria-hidden /> Message the buyer
          </Link>
        </div>
      )}
    </TradeCard>
  )
}
