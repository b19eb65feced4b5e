import { useRef } from 'react'
import type { BlockedMember } from '../../../src/modules/identity/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { moveFocus } from '../../lib/browser/focus.ts'
import { t } from '../../lib/t.ts'
import { formatDay } from '../../lib/time.ts'
import { useAction } from '../../lib/use-action.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { unblock, useBlocks } from './use-blocks.ts'

export function BlockedCard() {
  const { data: blocked, error, mutate } = useBlocks()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-extrabold outline-none">
        {t('Blocked neighbours')}
      </h2>
      <p className="text-muted">{t("The two of you can't write to or buy from each other. We don't tell them.")}</p>
      {blocked?.length === 0 && (
        <p className="mt-4 rounded-input bg-sunken p-3 text-sm text-muted">{t("You haven't blocked anybody")}</p>
      )}
      {blocked && blocked.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {blocked.map((member) => (
            <li key={member.id}>
              <Blocked member={member} onUnblocked={() => moveFocus(heading.current)} />
            </li>
          ))}
        </ul>
      )}
      {!blocked && error === undefined && <PageLoading />}
      {!blocked && error !== undefined && (
        <LoadError title={t('The list could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
    </Card>
  )
}

function Blocked({ member, onUnblocked }: { member: BlockedMember; onUnblocked: () => void }) {
  const name = member.firstName ?? t('A neighbour')
  const { run, pending } = useAction(async () => {
    await unblock(member.id, name)
    onUnblocked()
  })
  return (
    <div className="flex items-center gap-3 py-3">
      <Avatar person={member} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">{t('since {day}', { day: formatDay(member.blockedAt) })}</p>
      </div>
      <Button variant="quiet" pending={pending} aria-label={t('Unblock {name}', { name })} onClick={() => void run()}>
        {t('Unblock')}
      </Button>
    </div>
  )
}
