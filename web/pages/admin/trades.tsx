import { DecidedAppeals } from '../../features/admin/appeals/decided-appeals.tsx'
import { DeskKeys } from '../../features/admin/today/desk-keys.tsx'
import { OpenAppeals, ReportedProblems } from '../../features/admin/today/waiting-trades.tsx'
import { Desk } from '../../features/admin/desk.tsx'
import { Acts } from '../../features/admin/log/acts.tsx'
import { path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'

export default function AdminTradesPage() {
  return (
    <Desk title={t('Trades')}>
      <DeskKeys />
      <ReportedProblems />
      <OpenAppeals />
      <Acts title={t('Decided problems')} from={path('/api/admin/actions', { query: { limit: 20, kind: 'trades' } })} />
      <DecidedAppeals />
    </Desk>
  )
}
