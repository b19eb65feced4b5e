import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Conversation } from '../../../src/modules/messaging/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { PricePill } from '../../ui/price-pill.tsx'
import { Photo } from '../listing/photo.tsx'

const STATUS = new Map([
  ['available', 'Available'],
  ['reserved', 'Reserved'],
  ['claimed', 'Claimed'],
  ['withdrawn', 'Withdrawn'],
])

/** What the conversation is about. `children`: the next step, if there is one. */
export function PinnedListing({
  listingId,
  listing,
  children,
}: {
  listingId: string
  listing: Conversation['item']
  children?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-line bg-bg px-3 py-2 md:px-4">
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
            <Badge tone={listing.status === 'available' ? 'save' : 'plain'}>
              {STATUS.get(listing.status) ?? listing.status}
            </Badge>
          </p>
        </div>
      </div>
      {children}
    </div>
  )
}
