import { UsersRound } from 'lucide-react'
import { path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { distance } from '../../lib/look.ts'
import { useApi } from '../../lib/use-api.ts'

/** Whether neighbours look for an own listing, as far as they let that be known; nothing while nobody does. */
export function Seekers({ listingId }: { listingId: string }) {
  const { data } = useApi(path('/api/items/:id/wanted', { params: { id: listingId } }))
  if (!data || data.count === 0) return null
  const { count, nearestKm } = data
  return (
    <p className="flex items-center gap-3 rounded-input bg-primary-soft p-3 text-start font-semibold text-primary">
      <UsersRound size={22} aria-hidden className="shrink-0" />
      {nearestKm === null
        ? t(
            '{count, plural, one {Someone in the neighbourhood is looking for this.} other {# neighbours are looking for things like this.}}',
            { count },
          )
        : t(
            '{count, plural, one {Someone about {km} from here is looking for this.} other {# neighbours are looking for things like this, the nearest about {km} from here.}}',
            { count, km: distance(nearestKm) },
          )}
    </p>
  )
}
