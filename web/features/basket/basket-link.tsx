import { ShoppingBasket } from 'lucide-react'
import { useEffect } from 'react'
import { CountBadge } from '../../frame/count-badge.tsx'
import { NavLink } from '../../lib/navigation.tsx'
import { t } from '../../lib/t.ts'
import { useMember } from '../../lib/use-member.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { moveIn } from './change-basket.ts'
import { useGathered } from './gathered.ts'
import { buyable, inALine, useBaskets } from './use-baskets.ts'

/** The link to the baskets, with the number of things in them; nothing while there are none. */
export function BasketLink({ className }: { className: string }) {
  useMovingIn()
  const { data } = useBaskets()
  if (!data || data.baskets.length + data.gone.length === 0) return null
  const count = data.baskets.reduce((sum, basket) => sum + buyable(basket).length, 0)
  const [only] = data.baskets
  const words =
    only && data.baskets.length === 1
      ? inALine(only)
      : t('{count, plural, one {# thing} other {# things}} to pick up', { count })
  return (
    <Tooltip text={words}>
      <NavLink to="/pickup" className={className} aria-label={t('Your pickup: {words}', { words })}>
        <CountBadge count={count} tone="bg-primary text-on-primary">
          <ShoppingBasket size={22} aria-hidden />
        </CountBadge>
      </NavLink>
    </Tooltip>
  )
}

/** A visitor's basket goes along when they sign in. */
function useMovingIn(): void {
  const memberId = useMember()?.id
  const gathered = useGathered()
  useEffect(() => {
    if (memberId !== undefined && gathered.length > 0) void moveIn(gathered)
  }, [memberId, gathered])
}
