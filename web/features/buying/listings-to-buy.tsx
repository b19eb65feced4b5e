import { clsx } from 'clsx'
import { formatExact } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { Photo } from '../listing/photo.tsx'
import type { ListingToBuy } from './listing-to-buy.ts'

interface Props {
  listings: ListingToBuy[]
  costs: { price: string; fee: string }[]
  /** The reasons for which some are not to be had, by id. */
  refused: Map<string, string>
}

/** Listings that are bought together, each with its price and its fee. */
export function ListingsToBuy({ listings, costs, refused }: Props) {
  return (
    <ul aria-label={t('What you buy')} className="flex flex-col gap-2">
      {listings.map(({ id, title, photos }, index) => (
        <li key={id} className="flex items-center gap-3">
          <Photo src={photos[0]} sizes="4rem" alt="" className="aspect-[4/3] w-16! shrink-0 rounded-input" />
          <div className="min-w-0 flex-1">
            <p dir="auto" className={clsx('line-clamp-2 font-semibold wrap-anywhere', refused.has(id) && 'text-muted')}>
              {title}
            </p>
            {refused.has(id) && <p className="text-sm font-semibold text-danger">{t('Unavailable right now')}</p>}
          </div>
          <p className={clsx('figures shrink-0 text-end text-sm', refused.has(id) && 'text-muted line-through')}>
            <span className="block font-semibold">
              {t('{tokens} tokens', { tokens: formatExact(costs[index]?.price ?? 0) })}
            </span>
            <span className="block text-muted">{t('+ {fee} fee', { fee: formatExact(costs[index]?.fee ?? 0) })}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
