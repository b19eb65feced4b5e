import { CircleCheck } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Link } from '../../lib/navigation.tsx'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { path } from '../../lib/api.ts'
import { countTokens, formatTokens } from '../../lib/format.ts'
import { rich, t } from '../../lib/t.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Photo } from '../listing/photo.tsx'
import { Seekers } from '../my-listings/seekers.tsx'

export type PostedListing = Pick<Listing, 'id' | 'title' | 'photos' | 'tokenPrice'>

/** The next steps. Stays until the member goes on. */
export function PostDone({ listing, onAnother }: { listing: PostedListing; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form, and the button that was pressed, are gone.
  useLayoutEffect(() => heading.current?.focus(), [])
  const { data: progress } = useApi(path('/api/tokens/progress'))
  // The reward is announced only once a job has counted the listing.
  const first = progress?.bonuses.find(({ kind, done }) => kind === 'first_listing' && !done)
  return (
    <Card className="mx-auto flex max-w-lg flex-col items-center gap-4 p-5 text-center md:p-8">
      <div className="relative">
        <Photo
          src={listing.photos[0]}
          sizes="16rem"
          alt=""
          priority="eager"
          className="aspect-[4/3] w-64! rounded-card"
        />
        <CircleCheck
          size={56}
          aria-hidden
          className="absolute end-2 bottom-2 animate-pop rounded-full bg-surface fill-save text-surface"
        />
      </div>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-extrabold outline-none">
        {t('It is listed!')}
      </h1>
      <p role="status">{t('Your item has been posted successfully.')}</p>
      <Seekers listingId={listing.id} />
      <ol className="flex list-decimal flex-col gap-1 ps-5 text-start">
        <li>
          {rich('Neighbours can see {title} now, for {tokens}.', {
            tokens: countTokens(listing.tokenPrice),
            title: <bdi>{listing.title}</bdi>,
          })}
        </li>
        {first && (
          <li>
            {t('Your first listing earns you +{reward} tomorrow, or as soon as it is sold.', {
              reward: formatTokens(first.reward),
            })}
          </li>
        )}
        <li>{t("You'll find questions and buyers in your inbox.")}</li>
        {!first && <li>{t('You get the tokens once the buyer confirms the delivery.')}</li>}
      </ol>
      <p className="flex w-full flex-col gap-3">
        <Link to={`/item/${listing.id}`} className={buttonClass({ size: 'lg', wide: true })}>
          {t('See your item')}
        </Link>
        <Button variant="quiet" wide onClick={onAnother}>
          {t('Post another item')}
        </Button>
        <Link to="/" className={buttonClass({ variant: 'plain', wide: true })}>
          {t('Browse items')}
        </Link>
      </p>
    </Card>
  )
}
