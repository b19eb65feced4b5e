import { UsersRound } from 'lucide-react'
import { path } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'

/** Whether neighbours look for an own listing, as far as they let that be known; nothing while nobody does. */
export function Wanted({ listingId }: { listingId: string }) {
  const { data } = useApi(path('/api/items/:id/wanted', { params: { id: listingId } }))
  if (!data || data.count === 0) return null
  const { count, nearestKm } = data
  const away = nearestKm === null ? '' : `about ${nearestKm} km from here`
  return (
    <p className="flex items-center gap-3 rounded-input bg-primary-soft p-3 text-left font-semibold text-primary">
      <UsersRound size={22} aria-hidden className="shrink-0" />
      {count === 1
        ? `Someone ${away || 'in the neighbourhood'} is looking for this.`
        : `${count} neighbours are looking for things like this${away && `, the nearest ${away}`}.`}
    </p>
  )
}
