import { clsx } from 'clsx'
import { Suspense, lazy, useState } from 'react'
import { Link } from 'react-router-dom'
import { PLATFORM_FEE } from '../../../src/modules/purchasing/constants.ts'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import type { User } from '../../../src/modules/identity/contract.ts'
import { loginPath } from '../../lib/return-to.ts'
import { hundredths } from '../../lib/token-cost.ts'
import { useUser } from '../../lib/use-user.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { PricePill } from '../../ui/price-pill.tsx'
import { useTokenCost } from './use-token-cost.ts'

const load = () => import('./purchase-dialog.tsx')
const PurchaseDialog = lazy(load)

/** Where the panel is not beside the photos, price and main action stay within the thumb's reach. */
export function BuyBar({ item }: { item: Listing }) {
  const user = useUser()
  if (user === undefined || user?.id === item.userId || item.status !== 'available') return null
  return (
    <section
      aria-label="Buy"
      className={clsx(
        'fixed inset-x-0 z-20 border-t border-line bg-surface wide:hidden',
        user ? 'bottom-[calc(3.5rem+env(safe-area-inset-bottom))] md:bottom-0' : 'bottom-0',
      )}
    >
      <div className="page flex min-h-18 items-center justify-between gap-4">
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <PricePill amount={item.tokenPrice} /> and {PLATFORM_FEE}
        </p>
        <MainAction item={item} user={user} />
      </div>
    </section>
  )
}

function MainAction({ item, user }: { item: Listing; user: User | null }) {
  const { total } = useTokenCost(item.tokenPrice)
  const [buying, setBuying] = useState(false)
  if (user === null) {
    return (
      <a href={loginPath(`/item/${item.id}`)} className={buttonClass({ variant: 'lamp' })}>
        Log In to Purchase
      </a>
    )
  }
  if (hundredths(user.tokens) < hundredths(total)) {
    return (
      <Link to="/tokens" className={buttonClass({ variant: 'quiet' })}>
        Insufficient tokens
      </Link>
    )
  }
  return (
    <>
      <Button variant="lamp" onPointerEnter={() => void load()} onClick={() => setBuying(true)}>
        Purchase Item
      </Button>
      <Suspense fallback={null}>{buying && <PurchaseDialog item={item} onOpenChange={setBuying} />}</Suspense>
    </>
  )
}
