import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from '../../lib/navigation.tsx'
import type { Conversation } from '../../../src/modules/messaging/contract.ts'
import { words } from '../../../src/platform/language/words.ts'
import { t } from '../../lib/t.ts'
import { Badge } from '../../ui/badge.tsx'
import { PricePill } from '../../ui/price-pill.tsx'
import { Photo } from '../listing/photo.tsx'

const STATUS = new Map([
  ['available', words('Available')],
  ['reserved', words('Reserved')],
  ['claimed', words('Claimed')],
  ['withdrawn', words('Withdrawn')],
])

/** The listing of the conversation, folded to one line on a phone. */
export function PinnedListing({ listingId, listing }: { listingId: string; listing: Conversation['item'] }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className="border-y border-line bg-bg">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full items-center gap-2 px-3 text-start -outline-offset-3 md:hidden"
      >
        <span className="sr-only">{t('About the item:')}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate font-semibold">
          {listing.title}
        </span>
        <Status listing={listing} />
        <ChevronDown size={20} aria-hidden className={clsx('shrink-0 text-muted', open && 'rotate-180')} />
      </button>
      <div
        id={id}
        className={clsx('flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 md:px-4', !open && 'max-md:hidden')}
      >
        <div className="flex min-w-0 flex-1 basis-60 items-center gap-3">
          <Photo src={listing.photo ?? undefined} sizes="4rem" alt="" className="aspect-[4/3] w-16! rounded-input" />
          <div className="min-w-0">
            <Link
              dir="auto"
              to={`/item/${listingId}`}
              className="block truncate rounded-input font-semibold hover:underline"
            >
              {listing.title}
            </Link>
            <p className="mt-0.5 flex flex-wrap gap-2">
              <PricePill amount={listing.tokenPrice} />
              <Status listing={listing} />
            </p>
          </div>
        </div>
      </div>
    </div>
  )
}

function Status({ listing: { status } }: { listing: Conversation['item'] }) {
  return <Badge tone={status === 'available' ? 'save' : 'plain'}>{t(STATUS.get(status) ?? status)}</Badge>
}
