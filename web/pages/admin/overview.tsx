import { Overview } from '../../features/admin/overview/overview.tsx'
import { Rings } from '../../features/admin/overview/rings.tsx'
import { FirstQuestions } from '../../features/admin/settings/first-questions.tsx'
import { DeskKeys } from '../../features/admin/today/desk-keys.tsx'
import { TodaysWork } from '../../features/admin/today/work.tsx'
import { Desk } from '../../features/admin/desk.tsx'
import { t } from '../../lib/t.ts'

export default function AdminPage() {
  return (
    <Desk title={t('Admin')}>
      <DeskKeys />
      <FirstQuestions>
        <TodaysWork />
        <Overview />
        <Rings />
      </FirstQuestions>
    </Desk>
  )
}
