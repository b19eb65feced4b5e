import { MapPin } from 'lucide-react'
import type { PickupDetails } from '../../../src/modules/purchasing/contract.ts'
import { path } from '../../lib/api.ts'
import { useAsOf } from '../../lib/offline/freshness.ts'
import { t } from '../../lib/t.ts'
import { momentOf } from '../../lib/time.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** Pickup address and contact, which only the buyer sees, once paid. */
export function PickupInfo({ pickup, as: Heading = 'h4' }: { pickup: PickupDetails | null; as?: 'h3' | 'h4' }) {
  const asOf = useAsOf(path('/api/purchases'))
  if (!pickup) {
    return (
      <p className="rounded-input bg-sunken p-3 text-sm text-muted">
        {t('Pickup details will be available after payment is confirmed')}
      </p>
    )
  }
  const place = `${pickup.pickupAddress}, ${pickup.city}`
  return (
    <div className="flex flex-wrap items-end justify-between gap-3 rounded-input bg-sunken p-3">
      <div className="min-w-0 flex-1 basis-64">
        <Heading className="text-sm font-semibold text-muted">
          {asOf === undefined
            ? t('Pickup information')
            : t('Pickup information as of {time}', { time: momentOf(asOf) })}
        </Heading>
        <address className="wrap-anywhere not-italic">
          <span className="font-semibold">{pickup.pickupAddress}</span>
          <br />
          {pickup.city}
          <br />
          {pickup.contactName}
          <br />
          <a href={`mailto:${pickup.contactEmail}`} className="link">
            {pickup.contactEmail}
          </a>
          {pickup.contactPhone && (
            <>
              <br />
              <a href={`tel:${pickup.contactPhone.replace(/[^\d+]/g, '')}`} className="link whitespace-nowrap">
                {pickup.contactPhone}
              </a>
            </>
          )}
        </address>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={place} label={t('Copy pickup address')} />
        <a
          href={`https://www.openstreetmap.org/search?${String(new URLSearchParams({ query: place }))}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'quiet' })}
        >
          <MapPin size={18} aria-hidden /> {t('Map')}
          <span className="sr-only">{t('(opens in a new tab)')}</span>
        </a>
      </div>
    </div>
  )
}
