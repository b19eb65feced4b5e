import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApiList } from '../../../lib/use-api.ts'
import { ListCard } from '../list-card.tsx'
import { ReportRow } from './report-row.tsx'

/** Members' reports that were decided, the latest first. */
export function DecidedReports() {
  return (
    <ListCard
      title={t('Decided reports')}
      list={useApiList(path('/api/admin/reports'))}
      nothing={t('Nothing has been decided yet.')}
      failure={t('The reports could not be loaded')}
      keyOf={({ id }) => id}
    >
      {(report) => <ReportRow report={report} />}
    </ListCard>
  )
}
