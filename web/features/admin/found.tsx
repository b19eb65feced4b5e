import type { ReactNode } from 'react'
import { PageLoading } from '../../frame/page-loading.tsx'
import { t } from '../../lib/t.ts'
import type { ApiList } from '../../lib/use-api.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { ShowMore } from '../../ui/show-more.tsx'

interface Props<T> {
  list: ApiList<T>
  /** The sentence for an empty answer. */
  nothing: string
  children: (found: T) => ReactNode
}

export function Found<T extends { id: string }>({ list: { data, error, mutate, more }, nothing, children }: Props<T>) {
  if (!data && error !== undefined)
    return <LoadError title={t('The search did not work')} error={error} onRetry={() => void mutate()} />
  return (
    <div className="border-t border-line">
      {/* Always mounted: screen readers only announce changes inside an existing element. */}
      <p role="status" className={data?.length === 0 ? 'p-4 text-muted' : 'sr-only'}>
        {data && (data.length === 0 ? nothing : t('{count} found', { count: data.length }))}
      </p>
      {!data && <PageLoading />}
      <ul className="divide-y divide-line">
        {data?.map((found) => (
          <li key={found.id}>{children(found)}</li>
        ))}
      </ul>
      <ShowMore more={more}>{t('Show more')}</ShowMore>
    </div>
  )
}
