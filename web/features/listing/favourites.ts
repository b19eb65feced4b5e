import type { ListingCard } from '../../../src/modules/catalog/contract.ts'
import { call, messageFrom, path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { setAnswer, useApi } from '../../lib/use-api.ts'
import { useMember } from '../../lib/use-member.ts'
import { toast } from '../../ui/toasts/toast.ts'

const FAVOURITES = path('/api/items/favourites')

/** A member's favourites; nothing is asked for a visitor. */
export const useFavourites = () => useApi(useMember() ? FAVOURITES : null)

/** Shows it at once, and takes it back when it could not be kept. */
export async function setFavourite(listing: ListingCard, on: boolean): Promise<void> {
  const show = (kept: boolean) =>
    setAnswer(FAVOURITES, (cached = []) => {
      const others = cached.filter(({ id }) => id !== listing.id)
      return kept ? [listing, ...others] : others
    })
  await show(on)
  try {
    await call(on ? 'PUT /api/items/:id/favourite' : 'DELETE /api/items/:id/favourite', { params: { id: listing.id } })
  } catch (error) {
    await show(!on)
    toast({
      title: on ? t("That couldn't be saved") : t("That couldn't be removed"),
      description: messageFrom(error, t('Please check your connection and try again.')),
      tone: 'danger',
    })
  }
}
