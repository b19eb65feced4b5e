import { clsx } from 'clsx'
import { CircleCheck } from 'lucide-react'
import { path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Photo } from '../listing/photo.tsx'
import { NotifyMe } from '../notifications/notify-me.tsx'
import { AgreeOnTime } from './agree-on-time.tsx'
import type { ListingToBuy } from './listing-to-buy.ts'
import { WhileThere } from './while-there.tsx'

const nextFor = (count: number) => [
  t("We've told the seller, and your tokens are held in escrow."),
  t('Pickup details are in your inbox.'),
  t(
    '{count, plural, one {Confirm the delivery when you have it; then the seller gets the tokens.} other {Confirm the delivery when you have them; then the seller gets the tokens.}}',
    { count },
  ),
]

interface Props {
  purchaseId: string
  listings: ListingToBuy[]
  seller: { id: string; firstName: string | null }
  onGoOn: () => Promise<void>
}

/** Stays until the member goes on: what happens now takes a moment to read. */
export function PurchaseDone({ purchaseId, listings, seller, onGoOn }: Props) {
  const goOn = useAction(onGoOn)
  const { data: trade, error } = useApi(path('/api/purchases/:id/trade', { params: { id: purchaseId } }))
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <div className="relative">
        <Photos listings={listings} />
        <CircleCheck
          size={56}
          aria-hidden
          className={clsx(
            'animate-pop rounded-full bg-surface fill-save text-surface',
            // Several photos have no common corner.
            listings.length === 1 ? 'absolute end-2 bottom-2' : 'mx-auto mt-2',
          )}
        />
      </div>
      <ol className="mt-2 flex list-decimal flex-col gap-1 ps-5 text-start">
        {nextFor(listings.length).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      {trade && <AgreeOnTime purchaseId={purchaseId} trade={trade} />}
      {trade !== undefined || error !== undefined ? (
        // Earlier, it would move from under the finger.
        <>
          <Button size="lg" wide variant="quiet" pending={goOn.pending} onClick={() => void goOn.run()}>
            {t('Go to your inbox')}
          </Button>
          <NotifyMe words={t('Tell me when the seller answers')} className="w-full" />
          <WhileThere purchaseId={purchaseId} seller={seller} className="w-full text-start" />
        </>
      ) : (
        <Skeleton className="h-44 w-full rounded-input" />
      )}
    </div>
  )
}

function Photos({ listings }: { listings: ListingToBuy[] }) {
  const [first, ...others] = listings
  if (others.length === 0) {
    return (
      <Photo src={first?.photos[0]} sizes="12rem" alt="" priority="eager" className="aspect-[4/3] w-48! rounded-card" />
    )
  }
  return (
    <ul className="flex max-w-80 flex-wrap justify-center gap-2">
      {listings.map(({ id, title, photos }) => (
        <li key={id}>
          <Photo
            src={photos[0]}
            sizes="6rem"
            alt={title}
            priority="eager"
            className="aspect-[4/3] w-24! rounded-input"
          />
        </li>
      ))}
    </ul>
  )
}
