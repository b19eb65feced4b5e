import { MapPin } from 'lucide-react'
import { ATTRIBUTES, hintOf, SHOWN } from '../../../src/modules/catalog/attributes.ts'
import type { Drafted, Listing } from '../../../src/modules/catalog/contract.ts'
import { words } from '../../../src/platform/language/words.ts'
import { listOf } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { useMember } from '../../lib/use-member.ts'
import { Mark } from '../../ui/forms/mark.tsx'
import { paintedPart } from '../../ui/lazy-part.tsx'
import { categoryLabel, inWords } from '../listing/labels.ts'

const PickupInfo = paintedPart('pickup', async () => ({
  default: (await import('../purchases/pickup-info.tsx')).PickupInfo,
}))

/** In the seller's words. */
export function Description({ text }: { text: string }) {
  return (
    <section aria-labelledby="description" className="mt-6">
      <h2 id="description" className="text-xl font-extrabold">
        {t('Description')}
      </h2>
      <p dir="auto" className="mt-2 max-w-[680px] text-lg wrap-anywhere whitespace-pre-line">
        {text}
      </p>
    </section>
  )
}

/** Details and location, below the description. */
export function ListingFacts({ listing }: { listing: Listing }) {
  const member = useMember()
  const pickup = member && member.id === listing.buyerId ? pickupOf(listing) : null
  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby="details" className="@container">
        <h2 id="details" className="text-xl font-extrabold">
          {t('Details')}
        </h2>
        <dl className="mt-2 grid max-w-[680px] grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 @max-[16rem]:block">
          <Detail name={t('Category')} value={categoryLabel(listing.category)} />
          {SHOWN.page.map((name) => {
            const words = inWords(name, listing[name])
            const hint = hintOf(name, listing[name])
            return (
              words && (
                <Detail key={name} name={t(ATTRIBUTES[name].label)} value={hint ? `${words}: ${t(hint)}` : words} />
              )
            )
          })}
        </dl>
        {listing.drafted.length > 0 && (
          <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-muted">
            <Mark>{t('drafted with AI')}</Mark>
            {listOf(listing.drafted.map((field) => t(FIELD_NAMES[field])))}
          </p>
        )}
      </section>
      <section aria-labelledby="location">
        <h2 id="location" className="text-xl font-extrabold">
          {t('Location')}
        </h2>
        <div className="mt-3 flex max-w-[680px] flex-wrap items-center gap-4 rounded-card border border-line bg-surface p-4">
          <Neighbourhood />
          <div className="min-w-0 flex-1 basis-36">
            <p className="flex items-center gap-1.5 text-lg font-semibold">
              <MapPin size={18} aria-hidden className="shrink-0 text-primary" />
              <span className="min-w-0 wrap-anywhere">{listing.city}</span>
            </p>
            {pickup === null && <p className="text-muted">{t('Full pickup address will be shared after purchase')}</p>}
          </div>
        </div>
        {pickup !== null && (
          <div className="mt-3 max-w-[680px]">
            <PickupInfo as="h3" pickup={pickup} />
          </div>
        )}
      </section>
    </div>
  )
}

const FIELD_NAMES: Record<Drafted, string> = {
  title: words('Title'),
  description: words('Description'),
  condition: ATTRIBUTES.condition.label,
  weightLbs: ATTRIBUTES.weightLbs.label,
}

/** Told by the server to the owner and the paid buyer alone. */
function pickupOf({ pickupAddress, city, contactName, contactEmail, contactPhone = null }: Listing) {
  if (pickupAddress === undefined || contactName === undefined || contactEmail === undefined) return null
  return { pickupAddress, city, contactName, contactEmail, contactPhone }
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere @max-[16rem]:mb-2">{value}</dd>
    </>
  )
}

/** A drawn stand-in for a map: a few streets and a circle, the same for every place. */
function Neighbourhood() {
  return (
    <svg viewBox="0 0 96 72" aria-hidden className="w-28 shrink-0 rounded-input bg-sunken">
      <g className="stroke-surface" strokeWidth="5" fill="none">
        <path d="M-4 52 40 40 100 46M18-4 30 76M66-4 58 76M-4 18 100 10" />
      </g>
      <circle
        cx="48"
        cy="36"
        r="22"
        className="fill-primary/20 stroke-primary"
        strokeWidth="1.5"
        strokeDasharray="3 3"
      />
    </svg>
  )
}
