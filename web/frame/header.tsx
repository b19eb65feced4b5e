import { clsx } from 'clsx'
import { CloudOff, Heart, LogOut, Package, Search, Settings } from 'lucide-react'
import { Link, useLocation } from '../lib/navigation.tsx'
import type { User } from '../../src/modules/identity/contract.ts'
import { BasketLink } from '../features/basket/basket-link.tsx'
import { path } from '../lib/api.ts'
import { formatWhole } from '../lib/format.ts'
import { useAsOf } from '../lib/offline/freshness.ts'
import { t } from '../lib/t.ts'
import { momentOf } from '../lib/time.ts'
import { useMember } from '../lib/use-member.ts'
import { Avatar } from '../ui/avatar.tsx'
import { buttonClass } from '../ui/button.tsx'
import { CoinGlyph } from '../ui/coin-glyph.tsx'
import { LanguageButton } from '../ui/forms/language-select.tsx'
import { Menu } from '../ui/overlays/menu.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tooltip } from '../ui/overlays/tooltip.tsx'
import { Bell } from './bell.tsx'
import { HeaderSearch } from './header-search.tsx'
import { InboxLink } from './inbox-link.tsx'
import { useLiveInbox } from './use-live-inbox.ts'
import { useLeftPayment } from '../lib/left-payment.ts'
import { PurchasesLink } from './purchases-link.tsx'
import { PostMenu } from './post-menu.tsx'
import { HEADER_ICON, ThemeToggle } from './theme-toggle.tsx'
import { Wordmark } from './wordmark.tsx'

export function Header() {
  const member = useMember()
  const { pathname } = useLocation()
  useLiveInbox()
  useLeftPayment()
  return (
    <header data-frame className="@container sticky top-0 z-30 border-b border-line bg-bg/92 backdrop-blur-md">
      <div
        className={clsx(
          'page flex h-14 items-center gap-2 @max-[14rem]:gap-0 md:h-16',
          // Words of any length: where they have no room, the last of the row has its own.
          member === null &&
            '@max-[22rem]:h-auto @max-[22rem]:min-h-14 @max-[22rem]:flex-wrap @max-[22rem]:justify-end',
        )}
      >
        <Wordmark />
        <div className="flex flex-1 justify-center wide:px-4">
          {pathname !== '/' && <HeaderSearch className="w-full max-w-sm max-wide:hidden" />}
        </div>
        <BasketLink className={ICON} />
        {member && <Balance tokens={member.tokens} />}
        {member && <Bell className={`${ICON} md:hidden`} />}
        <div className="max-md:hidden">
          <PostMenu />
        </div>
        {member === undefined && <Skeleton className="h-9 w-20" />}
        {member === null && <Visitor />}
        {member && <MemberLinks member={member} />}
        <ThemeToggle />
      </div>
    </header>
  )
}

function Balance({ tokens }: { tokens: string }) {
  const asOf = useAsOf(path('/api/auth/user'))
  return (
    <Link
      to="/tokens"
      aria-label={
        asOf === undefined
          ? t('{tokens} tokens', { tokens: formatWhole(tokens) })
          : t('{tokens} tokens, as of {moment}', { tokens: formatWhole(tokens), moment: momentOf(asOf) })
      }
      className="figures inline-flex min-h-11 shrink-0 items-center rounded-full"
    >
      <span
        className={clsx(
          'inline-flex h-9 items-center gap-1.5 rounded-full px-3.5 font-extrabold @max-[14rem]:px-2',
          asOf === undefined ? 'bg-lamp text-on-lamp' : 'border border-dashed border-line-strong text-muted',
        )}
      >
        {asOf === undefined ? <CoinGlyph size={18} /> : <CloudOff size={18} aria-hidden />}
        {formatWhole(tokens)}
      </span>
    </Link>
  )
}

function Visitor() {
  return (
    <>
      <div className="md:hidden">
        <PostMenu compact />
      </div>
      <a href="/api/login" className={`${buttonClass({ variant: 'quiet' })} whitespace-nowrap`}>
        {t('Log In')}
      </a>
      {/* Where it has no room, the footer has the choice. */}
      <LanguageButton label={t('Language')} className={`${HEADER_ICON} @max-[22rem]:hidden`} />
    </>
  )
}

const ICON = `${HEADER_ICON} aria-[current=page]:bg-primary-soft`

function MemberLinks({ member }: { member: User }) {
  return (
    <div className="flex items-center gap-1 max-md:hidden">
      <Tooltip text={t('Purchases')}>
        <PurchasesLink className={ICON} />
      </Tooltip>
      <Tooltip text={t('Inbox')}>
        <InboxLink className={ICON} />
      </Tooltip>
      <Bell className={ICON} />
      <Menu
        label={t('Profile menu')}
        triggerClass={buttonClass({ variant: 'plain', size: 'icon' })}
        trigger={<Avatar person={member} />}
        entries={[
          { label: t('My Items'), to: '/profile', icon: <Package size={18} aria-hidden /> },
          { label: t('Favourites'), to: '/favourites', icon: <Heart size={18} aria-hidden /> },
          { label: t('Saved Searches'), to: '/searches', icon: <Search size={18} aria-hidden /> },
          { label: t('Account Settings'), to: '/account', icon: <Settings size={18} aria-hidden /> },
          { label: t('Log Out'), href: '/api/logout', icon: <LogOut size={18} aria-hidden /> },
        ]}
      />
    </div>
  )
}
