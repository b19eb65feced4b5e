import { Link } from 'react-router-dom'
import type { Storm } from '../../../../src/modules/admin/overview/contract.ts'
import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Card } from '../../../ui/card.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { PersonLinks } from '../members/person-link.tsx'
import { DESK_ROW } from '../today/desk-keys.tsx'

/** Much of the same within a day, one row each, for people to judge; hidden while there is none. */
export function Storms() {
  const { data: storms } = useApi(path('/api/admin/storms'))
  if (!storms || storms.length === 0) return null
  return (
    <Card className="overflow-hidden">
      <div className="p-4">
        <h2 className="text-xl font-extrabold">{t('Much of the same')}</h2>
        <p className="text-muted">
          {t('Within a day. Nothing is hidden by numbers alone: please look, then hide or suspend.')}
        </p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {storms.map((storm) => (
          <li key={`${storm.kind} ${storm.name}`} {...DESK_ROW} className="scroll-my-20 -outline-offset-3 p-4">
            <h3 className="font-semibold wrap-anywhere">
              <Name storm={storm} />
            </h3>
            <p className="text-sm text-muted wrap-anywhere">
              <TimeAgo at={storm.since} />
              {': '}
              <PersonLinks people={storm.members} />
              {storm.memberCount > storm.members.length &&
                ` ${t('and {count, plural, one {# more} other {# more}}', { count: storm.memberCount - storm.members.length })}`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Name({ storm: { kind, name, count } }: { storm: Storm }) {
  if (kind === 'domain')
    return t('{count, plural, one {# new member} other {# new members}} with addresses at {domain}', {
      count,
      domain: name,
    })
  return (
    <Link to={`/admin/listings?${new URLSearchParams({ search: name })}`} className="link">
      {t('“{title}” listed {count, plural, one {# time} other {# times}}', { title: name, count })}
    </Link>
  )
}
