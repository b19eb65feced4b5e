import { ActionLog } from '../../features/admin/log/action-log.tsx'
import { Desk } from '../../features/admin/desk.tsx'
import { t } from '../../lib/t.ts'

export default function AdminLogPage() {
  return (
    <Desk title={t('Log')}>
      <ActionLog />
    </Desk>
  )
}
