import { Link, useParams } from 'react-router-dom'
import { NeighbourProfile, nameOfNeighbour } from '../features/handover/neighbour-profile.tsx'
import { useNeighbour } from '../features/handover/use-neighbour.ts'
import { PageLoading } from '../frame/page-loading.tsx'
import { PageHead } from '../lib/head.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadError } from '../ui/load-error.tsx'

export default function NeighbourPage() {
  const { id = '' } = useParams()
  const { data: neighbour, error, mutate } = useNeighbour(id)
  if (neighbour === null) return <NotFound />
  if (neighbour === undefined && error !== undefined) {
    return <LoadError as="h1" title="The neighbour could not be loaded" error={error} onRetry={() => void mutate()} />
  }
  if (neighbour === undefined) return <PageLoading />
  return (
    <div className="page max-w-[960px]! py-6 md:py-10">
      <PageHead title={nameOfNeighbour(neighbour)} />
      <NeighbourProfile neighbour={neighbour} />
    </div>
  )
}

function NotFound() {
  return (
    <>
      <PageHead title="Neighbour not found" status={404} />
      <EmptyState
        as="h1"
        picture="magnifier"
        title="Neighbour not found"
        action={
          <Link to="/" className={buttonClass()}>
            Back to Home
          </Link>
        }
      >
        They may have left the market.
      </EmptyState>
    </>
  )
}
