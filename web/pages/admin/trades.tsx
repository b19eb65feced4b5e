import { Appeals } from '../../features/admin/appeals/appeals.tsx'
import { DecidedProblems } from '../../features/admin/disputes/decided-problems.tsx'
import { Disputes } from '../../features/admin/disputes/disputes.tsx'
import { DeskKeys } from '../../features/admin/today/desk-keys.tsx'
import { Desk } from '../../features/admin/desk.tsx'
import { t } from '../../lib/t.ts'

export default function AdminTradesPage() {
  return (
    <Desk title={t('Trades')}>
      <DeskKeys />
      <Disputes />
      <Appeals state="open" />
      <DecidedProblems />
      <Appeals state="decided" />
    </Desk>
  )
}
