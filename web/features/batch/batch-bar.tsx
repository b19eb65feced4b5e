import { ArrowRight } from 'lucide-react'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import type { BatchListing } from './batch-listing.ts'
import { isReady, describeNeeds } from './batch-needs.ts'

interface Props {
  listings: BatchListing[]
  /** Whether the account knows where the items are picked up. */
  placed: boolean
  pending: boolean
  /** While they are posted. */
  posting: { done: number; of: number } | undefined
  onLead: () => void
  onPostReady: () => void
  onPostAll: () => void
}

/** Always in view: what is ready, what is missing and the way there, and the buttons that post. */
export function BatchBar({ listings, placed, pending, posting, onLead, onPostReady, onPostAll }: Props) {
  const ready = listings.filter(isReady).length
  const told = placed ? describeNeeds(listings) : t('A pickup address is missing')
  const complete = placed && ready === listings.length
  return (
    <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 mt-6 flex flex-wrap items-center justify-end gap-x-3 gap-y-1 rounded-card border border-line bg-raised p-3 shadow-2 md:bottom-4">
      <p role="status" className="min-w-0 flex-1 basis-full font-semibold sm:basis-0">
        {posting ? (
          t('Posting {number} of {count}…', { number: posting.done + 1, count: posting.of })
        ) : complete ? (
          told
        ) : (
          <button type="button" onClick={onLead} className="link inline-flex min-h-11 items-center gap-1.5 text-start">
            {told} <ArrowRight size={16} aria-hidden className="shrink-0" />
          </button>
        )}
      </p>
      {ready > 0 && ready < listings.length && (
        <Button variant="quiet" disabled={!placed || pending} onClick={onPostReady} className="whitespace-nowrap">
          {t('Post {count} ready', { count: ready })}
        </Button>
      )}
      <Button disabled={!placed} pending={pending} onClick={onPostAll} className="whitespace-nowrap max-sm:flex-1">
        {t('Submit All Items ({count})', { count: listings.length })}
      </Button>
    </div>
  )
}
