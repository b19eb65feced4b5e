import { ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from '../lib/navigation.tsx'
import { path } from '../lib/api.ts'
import { t } from '../lib/t.ts'
import { useApi } from '../lib/use-api.ts'
import { useMember } from '../lib/use-member.ts'
import { shownCount, CountBadge } from './count-badge.tsx'

/** The purchases with the number of trades that wait for the member; to what they sold, where only that waits. */
export function PurchasesLink({ className, children }: { className: string; children?: ReactNode }) {
  const { data } = useApi(useMember() ? path('/api/trades/open') : null)
  const { bought = 0, sold = 0 } = data?.waiting ?? {}
  const waiting = bought + sold
  return (
    <NavLink
      to={bought === 0 && sold > 0 ? '/purchases?tab=sold' : '/purchases'}
      className={className}
      aria-label={
        waiting > 0 ? t('Purchases, {count} waiting for you', { count: shownCount(waiting) }) : t('Purchases')
      }
    >
      <CountBadge count={waiting}>
        <ShoppingBag size={22} aria-hidden />
      </CountBadge>
      {children}
    </NavLink>
  )
}
