import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApiList } from '../../../lib/use-api.ts'
import { ListCard } from '../list-card.tsx'
import { WorkRow } from './work.tsx'

/** Problems that buyers have reported and that await a decision. */
export function ReportedProblems() {
  return (
    <ListCard
      title={t('Reported problems')}
      list={useApiList(path('/api/admin/work', { query: { kind: 'waiting_dispute' } }))}
      nothing={t('Nothing to decide.')}
      about={t(
        'The tokens stay in escrow until an admin decides. If nobody does within 7 days, everything goes back to the buyer.',
      )}
      failure={t('The problems could not be loaded')}
      keyOf={({ id }) => id}
    >
      {(work, index) => <WorkRow work={work} open={index === 0} />}
    </ListCard>
  )
}

/** Members' appeals against decisions about them. */
export function OpenAppeals() {
  return (
    <ListCard
      title={t('Appeals')}
      list={useApiList(path('/api/admin/work', { query: { kind: 'open_appeal' } }))}
      nothing={t('None.')}
      failure={t('The appeals could not be loaded')}
      keyOf={({ id }) => id}
    >
      {(work) => <WorkRow work={work} />}
    </ListCard>
  )
}
