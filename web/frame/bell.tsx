import { Bell as BellIcon } from 'lucide-react'
import { NavLink } from '../lib/navigation.tsx'
import { t } from '../lib/t.ts'
import { Tooltip } from '../ui/overlays/tooltip.tsx'
import { shownCount, CountBadge } from './count-badge.tsx'
import { useUnreadNotices } from './use-unread.ts'

/** The link to the notices, with the number of new ones. */
export function Bell({ className }: { className: string }) {
  const unread = useUnreadNotices()
  return (
    <Tooltip text={t('Notifications')}>
      <NavLink
        to="/notifications"
        className={className}
        aria-label={unread > 0 ? t('Notifications, {count} new', { count: shownCount(unread) }) : t('Notifications')}
      >
        <CountBadge count={unread} testId="bell-badge">
          <BellIcon size={22} aria-hidden />
        </CountBadge>
      </NavLink>
    </Tooltip>
  )
}
