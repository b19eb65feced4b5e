import { useParams } from '../../lib/navigation.tsx'
import { Desk } from '../../features/admin/desk.tsx'
import { ProblemPage } from '../../features/admin/disputes/problem-page.tsx'
import { t } from '../../lib/t.ts'

export default function AdminTradePage() {
  const { id = '' } = useParams()
  return (
    <Desk title={t('Trade')}>
      <ProblemPage purchaseId={id} />
    </Desk>
  )
}
