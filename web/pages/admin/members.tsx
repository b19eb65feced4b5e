import { MemberSearch } from '../../features/admin/members/member-search.tsx'
import { Desk } from '../../features/admin/desk.tsx'
import { t } from '../../lib/t.ts'

export default function AdminMembersPage() {
  return (
    <Desk title={t('Members')}>
      <MemberSearch />
    </Desk>
  )
}
