import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router-dom'
import type { Listing } from '../../src/modules/catalog/contract.ts'
import { useListing } from '../features/listing/use-listing.ts'
import { Gallery } from '../features/item/gallery.tsx'
import { ItemFacts } from '../features/item/item-facts.tsx'
import { ItemPanel } from '../features/item/item-panel.tsx'
import { CONDITION_LABELS, categoryLabel } from '../features/listing/labels.ts'
import { MoreItems } from '../features/item/more-items.tsx'
import { SafetyTips } from '../features/item/safety-tips.tsx'
import { useIsBlocked } from '../features/identity/use-blocks.ts'
import { BuyBar } from '../features/purchasing/buy-bar.tsx'
import { PageLoading } from '../frame/page-loading.tsx'
import { PageHead } from '../lib/head.tsx'
import { Badge } from '../ui/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'

export default function ItemPage() {
  const { id = '' } = useParams()
  const { data: item, error, mutate } = useListing(id)
  const ownBlock = useIsBlocked(item?.userId ?? '')
  const blocked = ownBlock || item?.blocked === true
  if (item === null) return <NotFound />
  if (item === undefined && error !== undefined) {
    return <LoadError as="h1" title="The item could not be loaded" error={error} onRetry={() => void mutate()} />
  }
  if (item === undefined) return <PageLoading />
  return (
    <div key={item.id} className="page pt-4">
      <PageHead
        title={item.title}
        description={[...item.description].slice(0, 200).join('')}
        image={item.photos[0]}
        type="product"
        jsonLd={(origin) => product(item, origin)}
      />
      <Link to="/" className="link mb-3 inline-flex min-h-11 items-center gap-2 font-semibold">
        <ArrowLeft size={18} aria-hidden /> Back to listings
      </Link>
      <div className="grid gap-x-10 gap-y-6 wide:grid-cols-[1.6fr_1fr] wide:grid-rows-[auto_1fr]">
        <div className="min-w-0">
          <Gallery
            title={item.title}
            photos={item.photos}
            photoInfo={item.photoInfo}
            claimed={item.status === 'claimed'}
          />
          <PageHeading className="mt-5 text-2xl font-extrabold">{item.title}</PageHeading>
          <p className="mt-2 flex flex-wrap gap-2">
            <Badge tone="primary">{categoryLabel(item.category)}</Badge>
            <Badge>{CONDITION_LABELS[item.condition]}</Badge>
            <StatusBadge status={item.status} />
          </p>
          <p className="mt-2 text-muted">
            Posted <TimeAgo at={item.createdAt} />
          </p>
        </div>
        <aside
          aria-label="Purchase"
          className="flex flex-col gap-5 self-start wide:sticky wide:top-22 wide:col-start-2 wide:row-span-2 wide:row-start-1"
        >
          <ItemPanel item={item} />
          <SafetyTips />
        </aside>
        <ItemFacts item={item} />
      </div>
      <MoreItems title="More from this neighbour" item={item} like={{ seller: item.userId }} />
      <MoreItems title="Similar items" item={item} like={{ category: item.category }} />
      {!blocked && <BuyBar item={item} />}
    </div>
  )
}

function StatusBadge({ status }: { status: Listing['status'] }) {
  if (status === 'available') return <Badge tone="save">Available</Badge>
  return <Badge tone="lamp">{{ claimed: 'Claimed', reserved: 'Reserved', withdrawn: 'Withdrawn' }[status]}</Badge>
}

function NotFound() {
  return (
    <>
      <PageHead title="Item not found" status={404} />
      <EmptyState
        as="h1"
        picture="magnifier"
        title="Item not found"
        action={
          <Link to="/" className={buttonClass()}>
            Back to Home
          </Link>
        }
      >
        It may have been removed by its owner.
      </EmptyState>
    </>
  )
}

function product(item: Listing, origin: string): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: item.title,
    description: item.description,
    image: item.photos.map((photo) => origin + photo),
    url: `${origin}/item/${item.id}`,
    category: categoryLabel(item.category),
    itemCondition: 'https://schema.org/UsedCondition',
    offers: {
      '@type': 'Offer',
      availability: `https://schema.org/${item.status === 'available' ? 'InStock' : 'SoldOut'}`,
      itemCondition: 'https://schema.org/UsedCondition',
      priceSpecification: { '@type': 'UnitPriceSpecification', price: item.tokenPrice, unitText: 'token' },
      areaServed: item.city,
    },
  }
}
