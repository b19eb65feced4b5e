import { useParams } from '../../lib/navigation.tsx'
import { Desk } from '../../features/admin/desk.tsx'
import { MemberPage } from '../../features/admin/members/member-page.tsx'
import { t } from '../../lib/t.ts'

export default function AdminMemberPage() {
  const { id = '' } = useParams()
  return (
    <Desk title={t('Member')}>
      <MemberPage id={id} />
    </Desk>
  )
}
