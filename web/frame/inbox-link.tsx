import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { useUnread } from './use-unread.ts'

/** The inbox with its unread badge; above nine it shows 9+. */
export function InboxLink({ className, children }: { className: string; children?: ReactNode }) {
  const unread = useUnread()
  const shown = unread > 9 ? '9+' : String(unread)
  return (
    <NavLink to="/inbox" className={className} aria-label={unread > 0 ? `Inbox, ${shown} unread` : 'Inbox'}>
      <span className="relative">
        <Inbox size={22} aria-hidden />
        {unread > 0 && (
          <span
            data-testid="unread-badge"
            className="figures absolute -top-2 -right-2.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-danger px-1 text-xs font-extrabold text-on-danger"
          >
            {shown}
          </span>
        )}
      </span>
      {children}
    </NavLink>
  )
}
