import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { OpenAlarm } from '../../../../src/modules/admin/overview/contract.ts'
import { words } from '../../../../src/platform/language/words.ts'
import { path } from '../../../lib/api.ts'
import { rich, t } from '../../../lib/t.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import ClearAlarmDialog from './clear-alarm-dialog.tsx'
import { DESK_ROW } from '../today/desk-keys.tsx'
import { Taking } from '../today/taking.tsx'
import { PersonLinks } from '../members/person-link.tsx'

const ALARM_NAMES: Record<OpenAlarm['kind'], string> = {
  chargeback: words('Chargeback'),
  refused_card: words('Refused card'),
  refund_failed: words('Failed refund'),
  card_event: words('Unclear card event'),
  copied_photo: words('Copied photo'),
}

/** Alarms that stay until somebody has looked into them and says what they found; hidden while there are none. */
export function Alarms() {
  const { data: alarms, error, mutate } = useApi(path('/api/admin/alarms'))
  const [chosen, setChosen] = useState<OpenAlarm>()
  if (error !== undefined && !alarms)
    return <LoadError title={t('The alarms could not be loaded')} error={error} onRetry={() => void mutate()} />
  if (!alarms || alarms.length === 0) return null
  return (
    <Card className="overflow-hidden">
      <div className="p-4">
        <h2 id="alarms" tabIndex={-1} className="scroll-mt-20 text-xl font-extrabold outline-none">
          {t('Alarms')}
        </h2>
        <p className="text-muted">{t('Look into each one, then clear it with a short note. Balances never change.')}</p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {alarms.map((alarm) => (
          <li
            key={`${alarm.kind} ${alarm.subject}`}
            {...DESK_ROW}
            className="flex scroll-my-20 flex-wrap -outline-offset-3 items-start justify-between gap-3 p-4"
          >
            <div className="min-w-0">
              <h3 className="font-semibold wrap-anywhere">
                {alarm.title === null
                  ? t(ALARM_NAMES[alarm.kind])
                  : t('{kind}: {title}', { kind: t(ALARM_NAMES[alarm.kind]), title: alarm.title })}
              </h3>
              {alarm.problem !== null && <p className="text-sm wrap-anywhere">{alarm.problem}</p>}
              <p className="text-sm text-muted wrap-anywhere">
                <TimeAgo at={alarm.since} />
                {alarm.members.length > 0 && ': '}
                <PersonLinks people={alarm.members} />
              </p>
              {alarm.listingIds.length > 0 && (
                <p className="flex flex-wrap gap-x-3 text-sm">
                  {alarm.listingIds.map((id, index) => (
                    <Link key={id} to={`/item/${id}`} className="link">
                      {index === 0 ? t('The item') : t('Shown before: item {number}', { number: index })}
                    </Link>
                  ))}
                </p>
              )}
              {alarm.cardMembers.length > 0 && (
                <p className="text-sm text-muted wrap-anywhere">
                  {rich('The same card pays for {members}', {
                    members: <PersonLinks people={alarm.cardMembers} />,
                  })}
                </p>
              )}
            </div>
            <div className="flex flex-wrap gap-2">
              <Taking subject={`alarm:${alarm.kind}:${alarm.subject}`} />
              <Button variant="quiet" aria-keyshortcuts="c" onClick={() => setChosen(alarm)}>
                {t('Clear')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {chosen && (
        <ClearAlarmDialog
          alarm={chosen}
          name={t(ALARM_NAMES[chosen.kind])}
          onOpenChange={() => setChosen(undefined)}
          onCleared={() => document.getElementById('alarms')?.focus()}
        />
      )}
    </Card>
  )
}
