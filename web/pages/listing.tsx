import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { afterStep, Link, useLocation, useParams } from '../lib/navigation.tsx'
import type { Listing } from '../../src/modules/catalog/contract.ts'
import { words } from '../../src/platform/language/words.ts'
import { roundedPlace } from '../features/browsing/filters.ts'
import { FavouriteButton } from '../features/listing/favourite-heart.tsx'
import { useListing } from '../features/listing/use-listing.ts'
import { FROM_LIST } from '../features/listing/listing-card.tsx'
import { Gallery } from '../features/listing-page/gallery.tsx'
import { Description, ListingFacts } from '../features/listing-page/listing-facts.tsx'
import { ListingHead } from '../features/listing-page/listing-head.tsx'
import { ListingPanel } from '../features/listing-page/listing-panel.tsx'
import { categoryLabel, inWords } from '../features/listing/labels.ts'
import { MoreListings } from '../features/listing-page/more-listings.tsx'
import { PriceLine } from '../features/listing-page/price-line.tsx'
import { Seller } from '../features/listing-page/seller.tsx'
import { SafetyTips } from '../features/listing-page/safety-tips.tsx'
import { useIsBlocked } from '../features/identity/use-blocks.ts'
import { BuyBar } from '../features/buying/buy-bar.tsx'
import { NotFound } from '../frame/not-found.tsx'
import { PageLoading } from '../frame/page-loading.tsx'
import { path } from '../lib/api.ts'
import { useAsOf } from '../lib/offline/freshness.ts'
import { PageHead } from '../lib/head.tsx'
import { rich, t } from '../lib/t.ts'
import { pageLook } from '../lib/look.ts'
import { cardFeeCents } from '../../src/modules/purchasing/constants.ts'
import { momentOf } from '../lib/time.ts'
import { Badge } from '../ui/badge.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'

export default function ListingPage() {
  const { id = '' } = useParams()
  const { data: listing, error, mutate } = useListing(id)
  const ownBlock = useIsBlocked(listing?.userId ?? '')
  const blocked = ownBlock || listing?.blocked === true
  if (listing === null)
    return <NotFound title={t('Item not found')}>{t('It may have been removed by its owner.')}</NotFound>
  if (listing === undefined && error !== undefined) {
    return <LoadError as="h1" title={t('The item could not be loaded')} error={error} onRetry={() => void mutate()} />
  }
  if (listing === undefined) return <PageLoading />
  const posted = <TimeAgo at={listing.createdAt} />
  return (
    <div key={listing.id} className="page pt-1 md:pt-4">
      <PageHead
        title={listing.title}
        description={[...listing.description].slice(0, 200).join('')}
        image={listing.photos[0]}
        type="product"
        // For search engines, which read what the server has painted: scripts leave it out.
        {...(import.meta.env.SSR && { jsonLd: (origin: string) => product(listing, origin) })}
      />
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-3 md:mb-3">
        <BackToListings />
        <FavouriteButton listing={listing} />
      </div>
      <div className="grid gap-x-10 gap-y-6 wide:grid-cols-[1.6fr_1fr] wide:grid-rows-[auto_1fr]">
        <div className="min-w-0">
          <Gallery
            title={listing.title}
            photos={listing.photos}
            photoInfo={listing.photoInfo}
            claimed={listing.status === 'claimed'}
          />
          <PageHeading className="mt-4 text-2xl font-extrabold md:mt-5">
            <bdi>{listing.title}</bdi>
          </PageHeading>
          <ListingHead listing={listing} />
          <PriceLine listing={listing} />
          <Description text={listing.description} />
          <p className="mt-4 flex flex-wrap gap-2">
            <Badge tone="primary">{categoryLabel(listing.category)}</Badge>
            <Badge>{inWords('condition', listing.condition)}</Badge>
            <StatusBadge listing={listing} />
          </p>
          <p className="mt-2 text-muted">
            {listing.favourites !== undefined && listing.favourites > 0
              ? rich('Posted {when} · saved by {count, plural, one {# neighbour} other {# neighbours}}', {
                  when: posted,
                  count: listing.favourites,
                })
              : rich('Posted {when}', { when: posted })}
          </p>
        </div>
        <aside
          aria-label={t('Purchase')}
          className="flex flex-col gap-4 self-start max-wide:w-full wide:sticky wide:top-22 wide:col-start-2 wide:row-span-2 wide:row-start-1 wide:flex-col-reverse"
        >
          <Seller listing={listing} />
          <ListingPanel listing={listing} />
        </aside>
        <div className="flex min-w-0 flex-col gap-8">
          <ListingFacts listing={listing} />
          <SafetyTips />
        </div>
      </div>
      <MoreListings title={t('More from this neighbour')} listing={listing} like={{ seller: listing.userId }} />
      <MoreListings title={t('Similar items')} listing={listing} like={similarTo(listing)} />
      {!blocked && !listing.hiddenAt && <BuyBar listing={listing} />}
    </div>
  )
}

/** Asks for listings of the same size, the nearest first where its place is known. */
function similarTo({ category, ageSize, latitude, longitude }: Listing) {
  const near =
    latitude == null || longitude == null ? '' : roundedPlace(`${latitude.toFixed(5)},${longitude.toFixed(5)}`)
  return { category, ...(ageSize && { size: ageSize }), ...(near && { near, sort: 'nearest' as const }) }
}

/** To the list that the reader came from, with its filters and where they were in it. */
function BackToListings() {
  const cameFromList = useLocation().state === FROM_LIST
  const back = (event: MouseEvent) => {
    if (!cameFromList || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    afterStep(() => history.back())
  }
  return (
    <Link to="/" onClick={back} className="link inline-flex min-h-11 items-center gap-2 font-semibold">
      <ArrowLeft size={18} aria-hidden /> {t('Back to listings')}
    </Link>
  )
}

const STATUS = {
  available: words('Available'),
  claimed: words('Claimed'),
  reserved: words('Reserved'),
  withdrawn: words('Withdrawn'),
}

function StatusBadge({ listing: { id, status } }: { listing: Listing }) {
  const asOf = useAsOf(path('/api/items/:id', { params: { id } }))
  if (asOf !== undefined)
    return <Badge>{t('{state} as of {time}', { state: t(STATUS[status]), time: momentOf(asOf) })}</Badge>
  return <Badge tone={status === 'available' ? 'save' : 'lamp'}>{t(STATUS[status])}</Badge>
}

function product(listing: Listing, origin: string): Record<string, unknown> {
  const { currency, cardFee, name } = pageLook()
  const tokens = `${name} token`
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: listing.title,
    description: listing.description,
    image: listing.photos.map((photo) => origin + photo),
    url: `${origin}/item/${listing.id}`,
    category: categoryLabel(listing.category),
    itemCondition: 'https://schema.org/UsedCondition',
    offers: {
      '@type': 'Offer',
      availability: `https://schema.org/${listing.status === 'available' ? 'InStock' : 'SoldOut'}`,
      itemCondition: 'https://schema.org/UsedCondition',
      price: listing.tokenPrice,
      // Schema.org takes the names of local currencies as well; what the card is charged is beside the price, not it.
      priceCurrency: tokens,
      priceSpecification: [
        {
          '@type': 'UnitPriceSpecification',
          price: listing.tokenPrice,
          priceCurrency: tokens,
          unitText: 'token',
        },
        {
          '@type': 'PaymentChargeSpecification',
          price: (cardFeeCents(cardFee, 1) / 100).toFixed(2),
          priceCurrency: currency.toUpperCase(),
        },
      ],
      areaServed: listing.city,
      // The city alone: a point would be the exact one on the pages of owner and buyer.
      availableAtOrFrom: {
        '@type': 'Place',
        address: { '@type': 'PostalAddress', addressLocality: listing.city },
      },
    },
  }
}
