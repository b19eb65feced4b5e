import { Alarms } from '../../features/admin/overview/alarms.tsx'
import { Appeals } from '../../features/admin/appeals/appeals.tsx'
import { Disputes } from '../../features/admin/disputes/disputes.tsx'
import { Overview } from '../../features/admin/overview/overview.tsx'
import { Reports } from '../../features/admin/reports/reports.tsx'
import { Rings } from '../../features/admin/overview/rings.tsx'
import { Storms } from '../../features/admin/overview/storms.tsx'
import { FirstQuestions } from '../../features/admin/settings/first-questions.tsx'
import { DeskKeys } from '../../features/admin/today/desk-keys.tsx'
import { Desk } from '../../features/admin/desk.tsx'
import { t } from '../../lib/t.ts'

export default function AdminPage() {
  return (
    <Desk title={t('Admin')}>
      <DeskKeys />
      <FirstQuestions />
      <Overview />
      <Alarms />
      <Storms />
      <Rings />
      <div id="disputes" className="scroll-mt-20">
        <Disputes />
      </div>
      <Reports />
      <Appeals state="open" />
    </Desk>
  )
}
