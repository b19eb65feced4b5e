import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from '../lib/navigation.tsx'
import { t } from '../lib/t.ts'
import { shownCount, CountBadge } from './count-badge.tsx'
import { useUnread } from './use-unread.ts'

/** The inbox with the number of unread messages. */
export function InboxLink({ className, children }: { className: string; children?: ReactNode }) {
  const unread = useUnread()
  return (
    <NavLink
      to="/inbox"
      className={className}
      aria-label={unread > 0 ? t('Inbox, {count} unread', { count: shownCount(unread) }) : t('Inbox')}
    >
      <CountBadge count={unread} testId="unread-badge">
        <Inbox size={22} aria-hidden />
      </CountBadge>
      {children}
    </NavLink>
  )
}
