import type { Key, ReactNode } from 'react'
import { PageLoading } from '../../frame/page-loading.tsx'
import { t } from '../../lib/t.ts'
import type { ApiList } from '../../lib/use-api.ts'
import { Card } from '../../ui/card.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { ShowMore } from '../../ui/show-more.tsx'

interface Props<T> {
  title: string
  list: ApiList<T>
  /** The sentence for an empty list. */
  nothing: string
  /** The sentence for another. */
  about?: string
  /** The title of the error where it could not be loaded. */
  failure: string
  keyOf: (one: T) => Key
  children: (one: T, index: number) => ReactNode
}

/** A list of the desk on a card of its own. */
export function ListCard<T>({ title, list, nothing, about, failure, keyOf, children }: Props<T>) {
  const { data, error, mutate, more } = list
  const sentence = data?.length === 0 ? nothing : about
  return (
    <Card className="overflow-hidden">
      <div className="p-4">
        <h2 className="text-xl font-extrabold">{title}</h2>
        {sentence !== undefined && <p className="text-muted">{sentence}</p>}
      </div>
      {!data && error === undefined && <PageLoading />}
      {!data && error !== undefined && <LoadError title={failure} error={error} onRetry={() => void mutate()} />}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {data.map((one, index) => (
            <li key={keyOf(one)}>{children(one, index)}</li>
          ))}
        </ul>
      )}
      <ShowMore more={more}>{t('Show more')}</ShowMore>
    </Card>
  )
}
