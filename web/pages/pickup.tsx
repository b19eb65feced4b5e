import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from '../lib/navigation.tsx'
import type { BasketLine } from '../../src/modules/purchasing/basket/contract.ts'
import type { User } from '../../src/modules/identity/contract.ts'
import { BasketCard } from '../features/basket/basket-card.tsx'
import { putInAll } from '../features/basket/change-basket.ts'
import { idsIn } from '../features/basket/gathered.ts'
import { GoneNotice } from '../features/basket/gone-notice.tsx'
import { useBaskets } from '../features/basket/use-baskets.ts'
import { PageLoading } from '../frame/page-loading.tsx'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { useRequiredMember } from '../lib/use-member.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyDialog } from '../ui/lazy-part.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

const PurchaseDialog = lazyDialog(() => import('../features/buying/purchase-dialog.tsx'))

/** The baskets, a card for each neighbour. `?items=ID,ID` puts these in first. */
export default function PickupPage() {
  const member = useRequiredMember()
  const filling = useFilling(member)
  return (
    <div className="page max-w-[728px]! py-6 md:py-10">
      <PageHead title={t('Your pickup')} />
      <PageHeading>{t('Your pickup')}</PageHeading>
      <p className="mt-1 text-muted">
        {t('Several things from one neighbour go in one pickup, with one fee. Nothing is reserved until you pay.')}
      </p>
      {member === undefined || filling ? <PageLoading /> : <Pickup member={member} />}
    </div>
  )
}

/** Whether what the address names is still being put in. */
function useFilling(member: User | null | undefined): boolean {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const items = query.get('items')
  const fill = useEffectEvent(async (known: User | null, ids: string[]) => {
    if (ids.length > 0) await putInAll(known, ids)
    navigate('/pickup', { replace: true })
  })
  useEffect(() => {
    if (member !== undefined && items !== null) void fill(member, idsIn(items))
  }, [member, items])
  return items !== null
}

function Pickup({ member }: { member: User | null }) {
  const { data, error, mutate } = useBaskets()
  const [buying, setBuying] = useState<BasketLine[]>()
  const list = useRef<HTMLDivElement>(null)
  if (data === undefined) {
    if (error === undefined) return <PageLoading />
    return <LoadError title={t('Your pickup could not be loaded')} error={error} onRetry={() => void mutate()} />
  }
  const { baskets, gone } = data
  const close = (open: boolean) => {
    if (open) return
    setBuying(undefined)
    void mutate()
  }
  return (
    <div ref={list} tabIndex={-1} className="mt-6 flex flex-col gap-5">
      {gone.length > 0 && <GoneNotice gone={gone} member={member} onTaken={() => list.current?.focus()} />}
      {baskets.length === 0 && <Empty />}
      {baskets.map((basket) => (
        <BasketCard key={basket.seller.id} basket={basket} member={member} onPurchase={setBuying} />
      ))}
      {buying && <PurchaseDialog listings={buying} onOpenChange={close} />}
    </div>
  )
}

function Empty() {
  return (
    <EmptyState
      picture="box"
      title={t('Nothing in your pickup yet')}
      action={
        <Link to="/" className={buttonClass()}>
          {t('Browse items')}
        </Link>
      }
    >
      {t('Choose “Add to one pickup” on an item, and see what else that neighbour passes on.')}
    </EmptyState>
  )
}
