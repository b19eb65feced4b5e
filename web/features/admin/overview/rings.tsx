import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Card } from '../../../ui/card.tsx'
import { PersonLinks } from '../members/person-link.tsx'

/** Members who trade with nobody else, for people to judge; hidden while there are none. */
export function Rings() {
  const { data: rings } = useApi(path('/api/admin/rings'))
  if (!rings || rings.length === 0) return null
  return (
    <Card className="overflow-hidden">
      <div className="p-4">
        <h2 className="text-xl font-extrabold">{t('Trading only with each other')}</h2>
        <p className="text-muted">
          {t(
            'In the last 30 days. It may be one person with many accounts, and in a young market it may be everybody.',
          )}
        </p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {rings.map(({ members, trades, suspicious }) => (
          <li key={members[0]?.id} className="p-4">
            <h3 className="font-semibold">
              {suspicious > 0
                ? t(
                    '{members, plural, one {# member} other {# members}}, {trades, plural, one {# trade} other {# trades}}, {suspicious} of them earned nothing by the rules',
                    { members: members.length, trades, suspicious },
                  )
                : t(
                    '{members, plural, one {# member} other {# members}}, {trades, plural, one {# trade} other {# trades}}',
                    { members: members.length, trades },
                  )}
            </h3>
            <p className="text-sm text-muted wrap-anywhere">
              <PersonLinks people={members} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
