import { useParams } from '../lib/navigation.tsx'
import { NeighbourProfile, nameOfNeighbour } from '../features/handover/neighbour/neighbour-profile.tsx'
import { useNeighbour } from '../features/handover/neighbour/use-neighbour.ts'
import { NotFound } from '../frame/not-found.tsx'
import { PageLoading } from '../frame/page-loading.tsx'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { LoadError } from '../ui/load-error.tsx'

export default function NeighbourPage() {
  const { id = '' } = useParams()
  const { data: neighbour, error, mutate } = useNeighbour(id)
  if (neighbour === null)
    return <NotFound title={t('Neighbour not found')}>{t('They may have left the market.')}</NotFound>
  if (neighbour === undefined && error !== undefined) {
    return (
      <LoadError as="h1" title={t('The neighbour could not be loaded')} error={error} onRetry={() => void mutate()} />
    )
  }
  if (neighbour === undefined) return <PageLoading />
  return (
    <div className="page max-w-[960px]! py-6 md:py-10">
      <PageHead title={nameOfNeighbour(neighbour)} />
      <NeighbourProfile neighbour={neighbour} />
    </div>
  )
}
