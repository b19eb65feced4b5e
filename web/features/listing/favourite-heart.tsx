import { clsx } from 'clsx'
import { Heart } from 'lucide-react'
import type { ListingCard } from '../../../src/modules/catalog/contract.ts'
import { t } from '../../lib/t.ts'
import { useMember } from '../../lib/use-member.ts'
import { buttonClass } from '../../ui/button.tsx'
import { setFavourite, useFavourites } from './favourites.ts'

function useHeart(listing: ListingCard) {
  const member = useMember()
  const { data } = useFavourites()
  const on = data?.some(({ id }) => id === listing.id) ?? false
  return {
    on,
    // One's own things are no favourites.
    isOffered: Boolean(member) && member?.id !== listing.userId,
    toggle: () => void setFavourite(listing, !on, data),
  }
}

const fill = (on: boolean) => clsx('text-heart', on && 'fill-current')

/** On a listing's picture in a grid: for members, on what is not their own. */
export function FavouriteHeart({ listing }: { listing: ListingCard }) {
  const { on, isOffered, toggle } = useHeart(listing)
  if (!isOffered) return null
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={t('Favourite: {title}', { title: listing.title })}
      onClick={toggle}
      className="absolute top-0 end-0 grid size-11 place-items-center rounded-card"
    >
      <span className="grid size-8 place-items-center rounded-full bg-surface/90 transition-transform active:scale-90">
        <Heart size={18} aria-hidden className={fill(on)} />
      </span>
    </button>
  )
}

/** The same on a listing's own page. */
export function FavouriteButton({ listing }: { listing: ListingCard }) {
  const { on, isOffered, toggle } = useHeart(listing)
  if (!isOffered) return null
  return (
    <button type="button" aria-pressed={on} onClick={toggle} className={buttonClass({ variant: 'plain' })}>
      <Heart size={20} aria-hidden className={fill(on)} /> {t('Favourite')}
    </button>
  )
}
