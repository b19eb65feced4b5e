import { useState } from 'react'
import { Link } from '../../../lib/navigation.tsx'
import type { OpenAlarm } from '../../../../src/modules/admin/overview/contract.ts'
import { words } from '../../../../src/platform/language/words.ts'
import { rich, t } from '../../../lib/t.ts'
import { useRequiredMember } from '../../../lib/use-member.ts'
import { Button } from '../../../ui/button.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import ClearAlarmDialog from './clear-alarm-dialog.tsx'
import { useDeskRow } from '../today/desk-keys.tsx'
import { Taking, type TakingProps } from '../today/taking.tsx'
import { PersonLinks } from '../members/person-link.tsx'

const ALARM_NAMES: Record<OpenAlarm['kind'], string> = {
  chargeback: words('Chargeback'),
  refused_card: words('Refused card'),
  refund_failed: words('Failed refund'),
  card_event: words('Unclear card event'),
  copied_photo: words('Copied photo'),
}

/** An alarm that stays until somebody has looked into it and says what they found. */
export function AlarmRow({
  alarm,
  taking,
  onCleared,
}: {
  alarm: OpenAlarm
  taking: TakingProps
  onCleared: () => void
}) {
  const [clearing, setClearing] = useState(false)
  const member = useRequiredMember()
  const isOwn = [...alarm.members, ...alarm.cardMembers].some(({ id }) => id === member?.id)
  const kind = t(ALARM_NAMES[alarm.kind])
  const name = alarm.title === null ? kind : t('{kind}: {title}', { kind, title: alarm.title })
  return (
    <article
      {...useDeskRow()}
      aria-label={name}
      className="flex scroll-my-20 flex-wrap items-start justify-between gap-3 p-4 -outline-offset-3"
    >
      <div className="min-w-0">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
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
            {rich('The same card pays for {members}', { members: <PersonLinks people={alarm.cardMembers} /> })}
          </p>
        )}
      </div>
      {isOwn ? (
        <p className="text-muted">{t('Somebody else has to decide about you')}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Taking {...taking} />
          <Button variant="quiet" aria-keyshortcuts="c" onClick={() => setClearing(true)}>
            {t('Clear')}
          </Button>
        </div>
      )}
      {clearing && <ClearAlarmDialog alarm={alarm} name={kind} onOpenChange={setClearing} onCleared={onCleared} />}
    </article>
  )
}
