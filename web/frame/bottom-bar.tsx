import type { ReactNode } from 'react'
import { House, Plus, UserRound } from 'lucide-react'
import { NavLink, useLocation } from '../lib/navigation.tsx'
import { t } from '../lib/t.ts'
import { useMember } from '../lib/use-member.ts'
import { InboxLink } from './inbox-link.tsx'
import { PurchasesLink } from './purchases-link.tsx'

const TAB =
  'flex min-h-14 flex-auto flex-col items-center justify-center gap-0.5 text-xs font-semibold whitespace-nowrap text-muted aria-[current=page]:text-primary'

/** A member's five destinations on a phone, within thumb reach. */
export function BottomBar() {
  const { pathname } = useLocation()
  if (!useMember()) return null
  return (
    <>
      <div data-frame aria-hidden className="h-14 md:hidden" />
      <nav
        data-frame
        data-bottom-bar
        aria-label={t('Member')}
        className="@container fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        <NavLink to="/" end className={TAB}>
          <House size={22} aria-hidden />
          <Name>{t('Browse')}</Name>
        </NavLink>
        <PurchasesLink className={TAB}>
          <Name>{t('Purchases')}</Name>
        </PurchasesLink>
        <NavLink to="/post?camera" replace={pathname === '/post'} className={TAB}>
          <span className="-my-1.25 grid size-8 place-items-center rounded-full bg-primary text-on-primary">
            <Plus size={22} aria-hidden />
          </span>
          <Name>{t('Post')}</Name>
        </NavLink>
        <InboxLink className={TAB}>
          <Name>{t('Inbox')}</Name>
        </InboxLink>
        <NavLink to="/profile" className={TAB}>
          <UserRound size={22} aria-hidden />
          <Name>{t('My Items')}</Name>
        </NavLink>
      </nav>
    </>
  )
}

/** Where text is so large that five names don't fit, the pictures stand alone. */
const Name = ({ children }: { children: ReactNode }) => <span className="@max-[18rem]:sr-only">{children}</span>
