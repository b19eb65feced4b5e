import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApiList } from '../../../lib/use-api.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { ActionLine } from '../log/action-line.tsx'

/** The problems and alarms that were decided, latest first, as the log has them. */
export function DecidedProblems() {
  const query = { limit: 20, kind: 'trades' } as const
  const { data, error, mutate, more } = useApiList(path('/api/admin/actions', { query }))
  return (
    <Card className="overflow-hidden">
      <h2 className="p-4 pb-0 text-xl font-extrabold">{t('Decided problems')}</h2>
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
