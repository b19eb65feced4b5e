import type { AdminAction } from '../../../../src/modules/admin/log/contract.ts'
import { t } from '../../../lib/t.ts'
import { useApiList } from '../../../lib/use-api.ts'
import type { path } from '../../../lib/api.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { ActionLine } from './action-line.tsx'

/** Some of the log's acts on a card, latest first. */
export function Acts({ title, from }: { title: string; from: ReturnType<typeof path<'/api/admin/actions'>> }) {
  const { data, error, mutate, more } = useApiList<AdminAction>(from)
  return (
    <Card className="overflow-hidden">
      <h2 className="p-4 pb-0 text-xl font-extrabold">{title}</h2>
      {data?.length === 0 && <p className="p-4 pt-0 text-muted">{t('None.')}</p>}
      {!data && error !== undefined && (
        <LoadError title={t('The log could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
      <ul className="divide-y divide-line">
        {data?.map((action) => (
          <li key={action.id}>
            <ActionLine action={action} />
          </li>
        ))}
      </ul>
      <ShowMore more={more}>{t('Show more')}</ShowMore>
    </Card>
  )
}
