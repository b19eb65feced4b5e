import { PageLoading } from '../../../frame/page-loading.tsx'
import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApiList } from '../../../lib/use-api.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { ReportRow } from './report-row.tsx'

/** Members' reports that were decided, the latest first. */
export function DecidedReports() {
  const { data: reports, error, mutate, more } = useApiList(path('/api/admin/reports', { query: { state: 'decided' } }))
  return (
    <Card className="overflow-hidden">
      <h2 className="p-4 text-xl font-extrabold">{t('Decided reports')}</h2>
      {reports?.length === 0 && <p className="px-4 pb-4 text-muted">{t('Nothing has been decided yet.')}</p>}
      {!reports && error === undefined && <PageLoading />}
      {!reports && error !== undefined && (
        <LoadError title={t('The reports could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
      {reports && reports.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {reports.map((report) => (
            <li key={report.id}>
              <ReportRow report={report} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore more={more}>{t('Show more')}</ShowMore>
    </Card>
  )
}
