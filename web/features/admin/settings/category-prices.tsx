import { useRef } from 'react'
import { PageLoading } from '../../../frame/page-loading.tsx'
import { call, path } from '../../../lib/api.ts'
import { moveFocus } from '../../../lib/browser/focus.ts'
import { currencySymbol } from '../../../lib/look.ts'
import { t } from '../../../lib/t.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { AddCategory } from './add-category.tsx'
import { CategoryRow } from './category-row.tsx'

/** The price list: what an item of each category costs in tokens, and what it costs new. */
export function CategoryPrices() {
  const { data: prices, error, mutate } = useApi(path('/api/admin/category-prices'))
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card className="overflow-hidden">
      <div className="p-4">
        <h2 ref={heading} tabIndex={-1} className="text-xl font-extrabold outline-none">
          {t('Category prices')}
        </h2>
        <p className="text-muted">{t('New prices apply to new listings. Those already posted keep theirs.')}</p>
      </div>
      {!prices && error === undefined && <PageLoading>{t('Loading prices...')}</PageLoading>}
      {!prices && error !== undefined && (
        <LoadError title={t('The prices could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
      {prices?.length === 0 && <Seed onSeeded={() => void mutate()} />}
      {prices && prices.length > 0 && (
        <>
          <p
            aria-hidden
            className="grid grid-cols-[1fr_7rem_9rem_10rem] gap-x-3 border-t border-line px-4 py-2 text-sm font-semibold text-muted max-md:hidden"
          >
            <span>{t('Category')}</span>
            <span>{t('Tokens')}</span>
            <span>{t('Retail price ({symbol})', { symbol: currencySymbol() })}</span>
          </p>
          <ul className="divide-y divide-line border-t border-line">
            {prices.map((price) => (
              <li key={price.category}>
                <CategoryRow price={price} onDeleted={() => moveFocus(heading.current)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {prices && <AddCategory />}
    </Card>
  )
}

function Seed({ onSeeded }: { onSeeded: () => void }) {
  const { run, pending } = useAction(async () => {
    try {
      const { message } = await call('POST /api/admin/seed-categories')
      toast({ title: t('Success!'), description: message })
      onSeeded()
    } catch {
      toast({ title: t('Seed Failed'), description: t('Failed to seed categories'), tone: 'danger' })
    }
  })
  return (
    <EmptyState
      picture="box"
      title={t('No categories yet')}
      as="h3"
      action={
        <Button pending={pending} onClick={() => void run()}>
          {t('Seed Categories')}
        </Button>
      }
    >
      {t('Start with the usual six, each at a sensible price.')}
    </EmptyState>
  )
}
