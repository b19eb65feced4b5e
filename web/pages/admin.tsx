import { Alarms } from '../features/admin/alarms.tsx'
import { Appeals } from '../features/admin/appeals.tsx'
import { Disputes } from '../features/admin/disputes.tsx'
import { FirstQuestions } from '../features/admin/first-questions.tsx'
import { Overview } from '../features/admin/overview.tsx'
import { Reports } from '../features/admin/reports.tsx'
import { Rings } from '../features/admin/rings.tsx'
import { Desk } from '../features/admin/desk.tsx'
import { t } from '../lib/t.ts'

export default function AdminPage() {
  return (
    <Desk title={t('Admin')}>
      <FirstQuestions />
      <Overview />
      <Alarms />
      <Rings />
      <div id="disputes" className="scroll-mt-20">
        <Disputes />
      </div>
      <Reports />
      <Appeals state="open" />
    </Desk>
  )
}
