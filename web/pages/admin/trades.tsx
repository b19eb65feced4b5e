import { Appeals } from '../../features/admin/appeals/appeals.tsx'
import { Disputes } from '../../features/admin/disputes/disputes.tsx'
import { DeskKeys } from '../../features/admin/today/desk-keys.tsx'
import { Desk } from '../../features/admin/desk.tsx'
import { Acts } from '../../features/admin/log/acts.tsx'
import { path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'

export default function AdminTradesPage() {
  return (
    <Desk title={t('Trades')}>
      <DeskKeys />
      <Disputes />
      <Appeals state="open" />
      <Acts title={t('Decided problems')} from={path('/api/admin/actions', { query: { limit: 20, kind: 'trades' } })} />
      <Appeals state="decided" />
    </Desk>
  )
}
