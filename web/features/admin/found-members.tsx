import type { FoundMember } from '../../../src/modules/admin/contract.ts'
import { path } from '../../lib/api.ts'
import { rich, t } from '../../lib/t.ts'
import { formatDay } from '../../lib/time.ts'
import { useApiList } from '../../lib/use-api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Found } from './found.tsx'
import { personName } from './person-link.tsx'

export function FoundMembers({ search, onListings }: { search: string; onListings: (member: FoundMember) => void }) {
  return (
    <Found
      list={useApiList(path('/api/admin/members', { query: { search, limit: 20 } }))}
      nothing={t('No member with that name or address.')}
    >
      {(member) => (
        <div className="flex flex-wrap items-center gap-3 p-4">
          <Avatar person={member} />
          <div className="min-w-0 flex-1 basis-48">
            <h3 className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
              <bdi>{personName(member)}</bdi> {member.isAdmin && <Badge tone="primary">{t('Admin')}</Badge>}
            </h3>
            <p className="text-sm text-muted wrap-anywhere">
              {rich('{email}, since {day}', {
                day: formatDay(member.createdAt),
                email: (
                  <a href={`mailto:${member.email}`} className="link">
                    {member.email}
                  </a>
                ),
              })}
            </p>
          </div>
          <Button
            variant="quiet"
            aria-label={t('Listings of {name}', { name: personName(member) })}
            onClick={() => onListings(member)}
          >
            {t('Listings')}
          </Button>
        </div>
      )}
    </Found>
  )
}
