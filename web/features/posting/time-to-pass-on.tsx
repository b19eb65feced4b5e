import { useState } from 'react'
import { Link } from '../../lib/navigation.tsx'
import type { ListingCard } from '../../../src/modules/catalog/contract.ts'
import type { User } from '../../../src/modules/identity/contract.ts'
import { path } from '../../lib/api.ts'
import { browserStore } from '../../lib/browser/browser-store.ts'
import { rich, t } from '../../lib/t.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { AGE_LABELS } from '../listing/labels.ts'
import { Photo } from '../listing/photo.tsx'

const KEPT = 'kept-outgrown'

/** Things that the member has taken over and their child has outgrown; nothing where there is none. */
export function TimeToPassOn({ member }: { member: User }) {
  const { data } = useApi(member.childrenBorn.length > 0 ? path('/api/items/outgrown') : null)
  const [kept, setKept] = useState(() => browserStore.read(KEPT)?.split(' ') ?? [])
  const outgrown = data?.filter(({ id }) => !kept.includes(id)) ?? []
  if (outgrown.length === 0) return null
  const keep = (id: string) => {
    const all = [...kept, id]
    browserStore.write(KEPT, all.join(' '))
    setKept(all)
  }
  return (
    <section aria-labelledby="pass-on" className="mb-8">
      <h2 id="pass-on" className="text-xl font-extrabold">
        {t('Time to pass on?')}
      </h2>
      <p className="text-muted">{t("Your youngest has outgrown these by two sizes. We've filled in what they are.")}</p>
      <ul className="mt-3 grid grid-cols-1 gap-3 md:grid-cols-2">
        {outgrown.map((listing) => (
          <Outgrown key={listing.id} listing={listing} onKeep={() => keep(listing.id)} />
        ))}
      </ul>
    </section>
  )
}

function Outgrown({ listing, onKeep }: { listing: ListingCard; onKeep: () => void }) {
  const { id, title, ageSize, photos, photoInfo } = listing
  return (
    <li className="flex items-center gap-3 rounded-card border border-line bg-surface p-3">
      <Photo src={photos[0]} info={photoInfo[0]} sizes="5rem" alt="" className="size-16! shrink-0 rounded-input" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-semibold">
          {title}
        </p>
        <p className="text-sm text-muted">{ageSize && t(AGE_LABELS[ageSize])}</p>
        <p className="mt-1 flex flex-wrap gap-x-2">
          <Link to={`/post?like=${id}`} className={buttonClass()}>
            {rich('Pass it on<hidden>: {title}</hidden>', {
              title,
              hidden: (text) => <span className="sr-only">{text}</span>,
            })}
          </Link>
          <Button variant="plain" onClick={onKeep}>
            {rich('We keep it<hidden>: {title}</hidden>', {
              title,
              hidden: (text) => <span className="sr-only">{text}</span>,
            })}
          </Button>
        </p>
      </div>
    </li>
  )
}
