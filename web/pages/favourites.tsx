import { Link } from '../lib/navigation.tsx'
import { FavouriteHeart } from '../features/listing/favourite-heart.tsx'
import { useFavourites } from '../features/listing/favourites.ts'
import { ListingCard } from '../features/listing/listing-card.tsx'
import { ListingGrid, ListingGridSkeleton } from '../features/listing/listing-grid.tsx'
import { LoginRequired } from '../frame/login-required.tsx'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { useRequiredMember } from '../lib/use-member.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function FavouritesPage() {
  const member = useRequiredMember()
  if (member === null) return <LoginRequired>{t('Log in to save things you like.')}</LoginRequired>
  return (
    <div className="page py-6 md:py-10">
      <PageHead title={t('Favourites')} />
      <PageHeading>{t('Favourites')}</PageHeading>
      <p className="mb-5 text-muted">
        {t(
          "We'll tell you when one is back, costs less or may soon be gone. Sellers see how many neighbours saved it, never who.",
        )}
      </p>
      <Favourites />
    </div>
  )
}

function Favourites() {
  const { data, error, mutate } = useFavourites()
  if (!data && error !== undefined) {
    return <LoadError title={t('Your favourites could not be loaded')} error={error} onRetry={() => void mutate()} />
  }
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">{t('Loading your favourites...')}</span>
        <ListingGridSkeleton count={4} />
      </div>
    )
  }
  if (data.length === 0) {
    return (
      <EmptyState
        picture="socks"
        title={t('No favourites yet')}
        action={
          <Link to="/" className={buttonClass()}>
            {t('Browse Items')}
          </Link>
        }
      >
        {t("Tap the heart on anything you like, and you'll find it here.")}
      </EmptyState>
    )
  }
  return (
    <ListingGrid>
      {data.map((listing) => (
        <li key={listing.id} className="relative grid">
          <ListingCard listing={listing} heading="h2" />
          <FavouriteHeart listing={listing} />
        </li>
      ))}
    </ListingGrid>
  )
}
