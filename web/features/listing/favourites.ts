import type { ListingCard } from '../../../src/modules/catalog/contract.ts'
import { call, messageFrom, path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { refresh, setAnswer, useApi } from '../../lib/use-api.ts'
import { useMember } from '../../lib/use-member.ts'
import { toast } from '../../ui/toasts/toast.ts'

const FAVOURITES = path('/api/items/favourites')

/** A member's favourites; nothing is asked for a visitor. */
export const useFavourites = () => useApi(useMember() ? FAVOURITES : null)

/**
 * Shows it at once, and takes it back when it could not be kept.
 * @param known the list, if it is here: else it is read after the change, since a list of this one alone would hide the others
 */
export async function setFavourite(listing: ListingCard, on: boolean, known?: ListingCard[]): Promise<void> {
  const show = async (kept: boolean) =>
    known &&
    setAnswer(FAVOURITES, (cached = known) => {
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
  if (!known) await refresh(FAVOURITES)
}
