import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { CircleCheck } from 'lucide-react'
import { path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Photo } from '../listing/photo.tsx'
import { NotifyMe } from '../notifications/notify-me.tsx'
import { usePush } from '../notifications/use-push.ts'
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
  const trade = useApi(path('/api/purchases/:id/trade', { params: { id: purchaseId } }))
  const more = useApi(path('/api/purchases/:id/more', { params: { id: purchaseId } }))
  const { state: push } = usePush()
  const hasSettled = [trade, more].every(({ data, error }) => data !== undefined || error !== undefined)
  const shown = useOnceHere(
    { times: trade.data !== undefined, push: push !== undefined, more: more.data !== undefined },
    hasSettled && push !== undefined,
  )
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
      {shown?.times && trade.data && <AgreeOnTime purchaseId={purchaseId} trade={trade.data} />}
      {shown ? (
        <>
          <Button size="lg" wide variant="quiet" pending={goOn.pending} onClick={() => void goOn.run()}>
            {t('Go to your inbox')}
          </Button>
          {shown.push && <NotifyMe words={t('Tell me when the seller answers')} className="w-full" />}
          {shown.more && <WhileThere purchaseId={purchaseId} seller={seller} className="w-full text-start" />}
        </>
      ) : (
        <>
          <p role="status" className="sr-only">
            {t('Loading...')}
          </p>
          <Skeleton className="h-44 w-full rounded-input" />
        </>
      )}
    </div>
  )
}

const PATIENCE_MS = 10_000

/** The parts that are here when all are, or after 10 s. A later one is left out: it would move the rest from under a finger. */
function useOnceHere<Parts>(here: Parts, isAll: boolean): Parts | undefined {
  const [isLate, setIsLate] = useState(false)
  const [first, setFirst] = useState<Parts>()
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (first === undefined && (isAll || isLate)) setFirst(here)
  return first
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
