import { useState } from 'react'
import { Link } from '../../../lib/navigation.tsx'
import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { formatDay } from '../../../lib/time.ts'
import { useApiList } from '../../../lib/use-api.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Found } from '../found.tsx'
import { personName } from './person-link.tsx'
import { SearchForm } from '../search-form.tsx'

/** Finds members, the newest first; each leads to their page. */
export function MemberSearch() {
  const [search, setSearch] = useState('')
  return (
    <Card className="overflow-hidden">
      <SearchForm label={t('Name, email address, neighbourhood or end of a phone number')} onSearch={setSearch} />
      <Found
        list={useApiList(path('/api/admin/members', { query: { search, limit: 20 } }))}
        nothing={t('No member was found.')}
      >
        {(member) => (
          <div className="flex flex-wrap items-center gap-3 px-4 py-2">
            <Avatar person={member} />
            <div className="min-w-0 flex-1 basis-48">
              <h2 className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                <Link to={`/admin/members/${member.id}`} className="link">
                  <bdi>{personName(member)}</bdi>
                </Link>{' '}
                {member.isAdmin && <Badge tone="primary">{t('Admin')}</Badge>}
              </h2>
              <p className="text-sm text-muted wrap-anywhere">
                {t('{email}, since {day}', { email: member.email, day: formatDay(member.createdAt) })}
              </p>
            </div>
          </div>
        )}
      </Found>
    </Card>
  )
}
