import { PageLoading } from '../../../frame/page-loading.tsx'
import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApiList } from '../../../lib/use-api.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { DisputeRow } from './dispute-row.tsx'

/** Problems that buyers have reported and that await a decision, oldest first. */
export function Disputes() {
  const { data: disputes, error, mutate, more } = useApiList(path('/api/admin/disputes'))
  return (
    <Card className="overflow-hidden">
      <div className="p-4">
        <h2 className="text-xl font-extrabold">{t('Reported problems')}</h2>
        <p className="text-muted">
          {disputes?.length === 0
            ? t('Nothing to decide.')
            : t(
                'The tokens stay in escrow until an admin decides. If nobody does within 7 days, everything goes back to the buyer.',
              )}
        </p>
      </div>
      {!disputes && error === undefined && <PageLoading />}
      {!disputes && error !== undefined && (
        <LoadError title={t('The problems could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
      {disputes && disputes.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {disputes.map((dispute, index) => (
            <li key={dispute.purchaseId}>
              <DisputeRow dispute={dispute} open={index === 0} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore more={more}>{t('Show more')}</ShowMore>
    </Card>
  )
}
