import { Check, CircleAlert } from 'lucide-react'
import type { BatchProgress } from '../../../src/modules/catalog/analysis/contract.ts'
import { words } from '../../../src/platform/language/words.ts'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

type ListingProgress = BatchProgress['items'][number]

const STATES: Record<ListingProgress['state'], string> = {
  waiting: words('waiting'),
  done: words('done'),
  failed: words('failed'),
  cancelled: words('cancelled'),
}

interface Props {
  /** The progress bar's place, 0 to 100. */
  percent: number
  listings: ListingProgress[]
  onCancel: () => void
}

/** Step 2: the progress of the analysis, listing by listing. */
export function BatchAnalysisStep({ percent, listings, onCancel }: Props) {
  const done = listings.filter(({ state }) => state === 'done').length
  const failed = listings.filter(({ state }) => state === 'failed').length
  return (
    <Card>
      <h2 className="text-lg font-extrabold">{t('Looking at your photos…')}</h2>
      <p role="status" className="text-sm text-muted">
        {failed > 0
          ? t('{done} of {count, plural, one {# item} other {# items}} done, {failed} failed.', {
              done,
              count: listings.length,
              failed,
            })
          : t('{done} of {count, plural, one {# item} other {# items}} done.', { done, count: listings.length })}
      </p>
      <div
        role="progressbar"
        aria-label={t('Analysis')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="mt-4 h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full origin-left bg-primary transition-transform duration-500"
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      </div>
      <ol aria-label={t('Items')} className="mt-4 grid grid-cols-3 gap-3 sm:grid-cols-5">
        {listings.map((listing, index) => (
          <li key={listing.photoUrls.join()}>
            <Thumbnail listing={listing} position={index + 1} />
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          {t('This takes 2 to 3 minutes. If you leave, what is finished by then will be here when you come back.')}
        </p>
        <Button variant="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </Card>
  )
}

function Thumbnail({
  listing: { photoUrls, state, message },
  position,
}: {
  listing: ListingProgress
  position: number
}) {
  return (
    <>
      <span className="relative block overflow-hidden rounded-input bg-sunken">
        <img
          src={photoUrls[0]}
          alt={t('Item {number}: {state}', { number: position, state: t(STATES[state]) })}
          className="aspect-square w-full object-cover"
        />
        {state === 'waiting' && (
          <span
            aria-hidden
            className="absolute inset-0 animate-sweep bg-linear-to-r from-transparent via-[#ffe2ad]/70 to-transparent"
          />
        )}
        {state === 'done' && (
          <span aria-hidden className="absolute end-1 bottom-1 rounded-full bg-save p-1 text-surface">
            <Check size={16} />
          </span>
        )}
        {state === 'failed' && (
          <span aria-hidden className="absolute end-1 bottom-1 rounded-full bg-danger p-1 text-on-danger">
            <CircleAlert size={16} />
          </span>
        )}
      </span>
      {message && <p className="mt-1 text-sm text-danger">{message}</p>}
    </>
  )
}
