import { useState } from 'react'
import type { TokenTransaction } from '../../../src/modules/wallet/contract.ts'
import { formatWhole } from '../../lib/format.ts'
import { rich, t } from '../../lib/t.ts'
import { formatMonth } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatementRow } from './statement-row.tsx'
import type { useStatement } from './use-statement.ts'

const LATEST = 5

const CELL = 'px-3 py-2 text-sm font-semibold text-muted'

/** The member's latest transactions, and all of them a tap further, newest first, grouped by month. */
export function Statement({ statement }: { statement: ReturnType<typeof useStatement> }) {
  const { entries, total, error, retry, more, loadMore, busy } = statement
  const [all, setAll] = useState(false)
  if (!entries && error !== undefined) {
    return <LoadError title={t('Your statement could not be loaded')} error={error} onRetry={retry} />
  }
  if (!entries) return <Loading />
  if (entries.length === 0) {
    return (
      <EmptyState picture="coin" title={t('No transactions yet')} as="h3">
        {t('Start listing items to earn tokens!')}
      </EmptyState>
    )
  }
  const orders = Map.groupBy(entries, orderOf)
  return (
    <>
      <table className="w-full border-collapse">
        <thead>
          <tr>
            <th scope="col" className={`${CELL} text-start sm:ps-16`}>
              {t('What')}
            </th>
            <th scope="col" className={`${CELL} text-end`}>
              {rich('Tokens<more>, balance</more>', { more: (text) => <span className="sm:hidden">{text}</span> })}
            </th>
            <th scope="col" className={`${CELL} text-end max-sm:hidden`}>
              {t('Balance')}
            </th>
          </tr>
        </thead>
        {byMonth(all ? entries : entries.slice(0, LATEST)).map(({ month, rows }) => (
          <tbody key={month} className="border-t border-line">
            <tr>
              <th scope="rowgroup" colSpan={3} className="bg-sunken px-3 py-1.5 text-start font-extrabold">
                {month}
              </th>
            </tr>
            {rows.map((entry) => (
              <StatementRow key={entry.id} entry={entry} things={orders.get(orderOf(entry))?.length ?? 1} />
            ))}
          </tbody>
        ))}
      </table>
      {!all && entries.length > LATEST && (
        <p className="flex justify-center border-t border-line p-4">
          <Button variant="quiet" onClick={() => setAll(true)}>
            {t('Show all')}
          </Button>
        </p>
      )}
      {all && more && (
        <p className="flex flex-wrap items-center justify-center gap-4 border-t border-line p-4 text-sm text-muted">
          <span className="figures">
            {t('{count} of {total}', { count: formatWhole(entries.length), total: formatWhole(total) })}
          </span>
          <Button variant="quiet" pending={busy} onClick={loadMore}>
            {t('Show older')}
          </Button>
        </p>
      )}
    </>
  )
}

/** The things of one payment are one order. */
const orderOf = ({ id, type, stripePaymentIntentId }: TokenTransaction): string =>
  type === 'purchase_item' && stripePaymentIntentId !== null ? stripePaymentIntentId : id

function byMonth(entries: TokenTransaction[]): { month: string; rows: TokenTransaction[] }[] {
  const months = Map.groupBy(entries, ({ createdAt }) => formatMonth(createdAt))
  return [...months].map(([month, rows]) => ({ month, rows }))
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-4 p-4">
      <span className="sr-only">{t('Loading your statement...')}</span>
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-full!" />
          <Skeleton className="h-5 flex-1" />
          <Skeleton className="h-5 w-16" />
        </div>
      ))}
    </div>
  )
}
