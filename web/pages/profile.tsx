import { Heart, LogOut, Search, Settings, Shield } from 'lucide-react'
import { useRef, useLayoutEffect, type FocusEvent } from 'react'
import { Link } from '../lib/navigation.tsx'
import type { Listing } from '../../src/modules/catalog/contract.ts'
import type { User } from '../../src/modules/identity/contract.ts'
import { ListingGridSkeleton } from '../features/listing/listing-grid.tsx'
import { MyListings } from '../features/my-listings/my-listings.tsx'
import { useMyFigures, useMyListings } from '../features/my-listings/use-my-listings.ts'
import { TimeToPassOn } from '../features/posting/time-to-pass-on.tsx'
import { PageLoading } from '../frame/page-loading.tsx'
import { formatOneDecimal, formatWhole } from '../lib/format.ts'
import { PageHead } from '../lib/head.tsx'
import { rich, t } from '../lib/t.ts'
import { isMetric, onScale } from '../lib/look.ts'
import { formatMonth } from '../lib/time.ts'
import { useLoginRedirect } from '../lib/use-login-redirect.ts'
import { useRequiredMember } from '../lib/use-member.ts'
import { Avatar } from '../ui/avatar.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { ShowMore } from '../ui/show-more.tsx'

export default function ProfilePage() {
  const member = useRequiredMember()
  useLoginRedirect(member === null, t('You are logged out. Logging in again...'))
  return (
    <div className="page py-6 md:py-10">
      <PageHead title={t('My Items')} />
      {member ? <Profile member={member} /> : <PageLoading />}
    </div>
  )
}

function Profile({ member }: { member: User }) {
  const { data: listings, error, mutate, more } = useMyListings()
  return (
    <>
      <section
        aria-label={t('Profile')}
        className="grid gap-6 rounded-sheet border border-line bg-surface p-5 md:p-8 wide:grid-cols-[minmax(18rem,1fr)_auto] wide:items-center wide:gap-x-10"
      >
        <Person member={member} />
        <Figures />
        <Links admin={member.isAdmin} />
      </section>
      <div className="mt-8">
        <TimeToPassOn member={member} />
        {listings && <Grids listings={listings} />}
        <ShowMore more={more}>{t('Show older items')}</ShowMore>
        {!listings && error === undefined && (
          <div role="status">
            <span className="sr-only">{t('Loading your items...')}</span>
            <ListingGridSkeleton count={4} />
          </div>
        )}
        {!listings && error !== undefined && (
          <LoadError title={t('Your items could not be loaded')} error={error} onRetry={() => void mutate()} />
        )}
      </div>
    </>
  )
}

function Person({ member }: { member: User }) {
  const name = [member.firstName, member.lastName].filter(Boolean).join(' ')
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-4">
      <Avatar person={member} size="lg" />
      <div className="max-w-full min-w-[min(100%,10rem)] grow basis-[min-content]">
        <PageHeading className="text-2xl font-extrabold wrap-break-word">{name || member.email}</PageHeading>
        <p className="text-muted wrap-anywhere">{member.email}</p>
        <p className="text-sm text-muted">
          {rich('Member since {month}', {
            month: <time dateTime={member.createdAt}>{formatMonth(member.createdAt)}</time>,
          })}
        </p>
      </div>
    </div>
  )
}

/** The member's figures; dashes until it is known. */
function Figures() {
  const { data } = useMyFigures()
  const figures = [
    [t('Items posted'), data && formatWhole(data.posted)],
    [t('Available'), data && formatWhole(data.available)],
    [t('Claimed'), data && formatWhole(data.claimed)],
    [
      isMetric() ? t('Kilograms kept out of landfill') : t('Pounds kept out of landfill'),
      data && formatOneDecimal(onScale(data.weightLbs)),
    ],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4 wide:grid-cols-[repeat(4,auto)] wide:gap-x-10">
      {figures.map(([label, value]) => (
        <div key={label} className="flex flex-col-reverse justify-end">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="figures text-2xl font-extrabold">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

function Links({ admin }: { admin: boolean }) {
  return (
    <p className="flex flex-wrap gap-x-1 gap-y-3 *:max-w-full *:wrap-anywhere sm:gap-x-3 wide:col-span-2">
      <Link to="/account" className={buttonClass({ variant: 'quiet' })}>
        <Settings size={18} aria-hidden /> {t('Account Settings')}
      </Link>
      <Link to="/favourites" className={buttonClass({ variant: 'quiet' })}>
        <Heart size={18} aria-hidden /> {t('Favourites')}
      </Link>
      <Link to="/searches" className={buttonClass({ variant: 'quiet' })}>
        <Search size={18} aria-hidden /> {t('Saved Searches')}
      </Link>
      {admin && (
        <Link to="/admin" className={buttonClass({ variant: 'quiet' })}>
          <Shield size={18} aria-hidden /> {t('Admin')}
        </Link>
      )}
      <a href="/api/logout" className={buttonClass({ variant: 'plain' })}>
        <LogOut size={18} aria-hidden /> {t('Log Out')}
      </a>
    </p>
  )
}

/** When the focused card moves to another section or is removed, the focus follows it, or goes to the first card. */
function useFocusOnCards(listings: Listing[]) {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (last.current === undefined || document.activeElement !== document.body) return
    const links = [...(box.current?.querySelectorAll('a') ?? [])]
    const link = links.find((other) => other.getAttribute('href') === last.current)
    const next = link?.closest('li')?.querySelector('button') ?? link ?? links[0]
    next?.focus()
  }, [listings])
  const onFocus = ({ target }: FocusEvent) => {
    last.current = target.closest('li')?.querySelector('a')?.getAttribute('href') ?? last.current
  }
  return { ref: box, onFocus }
}

function Grids({ listings }: { listings: Listing[] }) {
  const cards = useFocusOnCards(listings)
  // A reserved listing may become available again.
  const available = listings.filter(({ status }) => status === 'available' || status === 'reserved')
  return (
    <div {...cards} className="flex flex-col gap-10">
      {available.length > 0 ? (
        <MyListings title={t('My Available Items')} listings={available} />
      ) : (
        <section>
          <h2 className="text-xl font-extrabold">{t('My Available Items')}</h2>
          <EmptyState
            picture="box"
            title={t('No available items')}
            as="h3"
            action={
              <Link to="/post" className={buttonClass()}>
                {t('Post Your First Item')}
              </Link>
            }
          >
            {t('Something your family has outgrown is just right for a neighbour.')}
          </EmptyState>
        </section>
      )}
      <MyListings title={t('Withdrawn Items')} listings={listings.filter(({ status }) => status === 'withdrawn')} />
      <MyListings title={t('Claimed Items')} listings={listings.filter(({ status }) => status === 'claimed')} />
    </div>
  )
}
