import { clsx } from 'clsx'
import { useId } from 'react'
import { Link } from '../../lib/navigation.tsx'
import { path } from '../../lib/api.ts'
import { itemFee } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { useApi } from '../../lib/use-api.ts'
import { PricePill } from '../../ui/price-pill.tsx'
import { Photo } from '../listing/photo.tsx'

interface Props {
  /** A paid order, and its seller. */
  purchaseId: string
  seller: { id: string; firstName: string | null }
  className?: string
}

/** Other listings of the seller that an order takes along; nothing where there are none. */
export function WhileThere({ purchaseId, seller, className }: Props) {
  const id = useId()
  const { data: listings = [] } = useApi(path('/api/purchases/:id/more', { params: { id: purchaseId } }))
  if (listings.length === 0) return null
  return (
    <section aria-labelledby={id} className={clsx('rounded-card border border-line p-3', className)}>
      <h3 id={id} className="font-extrabold">
        {t('While you are there')}
      </h3>
      <p className="text-sm text-muted">
        {t('Add any of these to the same pickup for {fee} each.', { fee: itemFee() })}
      </p>
      <ul className="flex flex-col divide-y divide-line">
        {listings.map((listing) => (
          <li key={listing.id}>
            <Link
              to={`/item/${listing.id}`}
              className="flex min-h-14 items-center gap-3 py-1 font-semibold hover:underline"
            >
              <Photo
                src={listing.photos[0]}
                sizes="4rem"
                alt=""
                className="aspect-[4/3] w-14! shrink-0 rounded-input"
              />
              <bdi className="min-w-0 flex-1 wrap-anywhere">{listing.title}</bdi>
              <PricePill amount={listing.tokenPrice} />
            </Link>
          </li>
        ))}
      </ul>
      <Link to={`/neighbour/${seller.id}`} className="link inline-flex min-h-11 items-center text-sm">
        {t('All from {name}', { name: seller.firstName ?? t('this neighbour') })}
      </Link>
    </section>
  )
}
