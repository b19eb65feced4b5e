import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from '../../lib/navigation.tsx'
import type { BasketOffer } from '../../../src/modules/purchasing/basket/contract.ts'
import { MAX_LINES } from '../../../src/modules/purchasing/constants.ts'
import type { User } from '../../../src/modules/identity/contract.ts'
import { formatExact } from '../../lib/format.ts'
import { formatMoney } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { Photo } from '../listing/photo.tsx'
import { putIn, putInAll } from './change-basket.ts'

const SHOWN = 4

interface Props {
  name: string
  offers: BasketOffer[]
  member: User | null
  /** No more fits into this pickup. */
  full: boolean
}

/** Other listings of the neighbour, and what each adds. */
export function BasketOffers({ name, offers, member, full }: Props) {
  const id = useId()
  const [all, setAll] = useState(false)
  const { run, pending } = useAction(async () => {
    await putInAll(
      member,
      offers.map((offer) => offer.id),
    )
  })
  const shown = all ? offers : offers.slice(0, SHOWN)
  return (
    <section aria-labelledby={id} className="mt-6 border-t border-line pt-4">
      <h3 id={id} className="font-extrabold wrap-anywhere">
        {t('Also from {name}, in the same pickup', { name })}
      </h3>
      {full && (
        <p className="mt-1 text-sm text-muted">
          {t('One pickup holds {most} items: this one is full.', { most: MAX_LINES })}
        </p>
      )}
      <ul className="mt-3 grid gap-3 md:grid-cols-2">
        {shown.map((offer) => (
          <Offer key={offer.id} offer={offer} member={member} full={full} />
        ))}
      </ul>
      {offers.length > 1 && !full && (
        <Button variant="quiet" className="mt-3" pending={pending} onClick={() => void run()}>
          <Plus size={20} aria-hidden /> {t('Add all {count}', { count: offers.length })}
        </Button>
      )}
      {shown.length < offers.length && (
        <Button variant="plain" className="mt-2" onClick={() => setAll(true)}>
          {t('Show {count} more', { count: offers.length - shown.length })}
        </Button>
      )}
    </section>
  )
}

function Offer({ offer, member, full }: Pick<Props, 'member' | 'full'> & { offer: BasketOffer }) {
  const { id, title, photos, photoInfo, tokenTotal, cardAmount } = offer
  const { run, pending } = useAction(async () => {
    if (await putIn(member, id)) toast({ title: t('Added to your pickup'), description: title })
  })
  return (
    <li className="flex min-w-0 items-center gap-3 rounded-card border border-line p-2">
      <Photo
        src={photos[0]}
        info={photoInfo[0]}
        sizes="4rem"
        alt=""
        className="aspect-[4/3] w-16! shrink-0 rounded-input"
      />
      <div className="min-w-0 flex-1">
        <Link
          to={`/item/${id}`}
          dir="auto"
          className="line-clamp-2 text-sm font-semibold wrap-anywhere hover:underline"
        >
          {title}
        </Link>
        <p className="figures text-sm text-muted">
          {t('+{tokens} tokens, +{dollars}', {
            tokens: formatExact(tokenTotal),
            dollars: formatMoney(cardAmount),
          })}
        </p>
      </div>
      <Button
        variant="quiet"
        size="icon"
        pending={pending}
        disabled={full}
        aria-label={t('Add {title}', { title })}
        onClick={() => void run()}
      >
        {!pending && <Plus size={20} aria-hidden />}
      </Button>
    </li>
  )
}
