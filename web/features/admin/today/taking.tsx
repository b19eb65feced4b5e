import type { Work } from '../../../../src/modules/admin/today/contract.ts'
import { call, messageFrom } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { refresh } from '../../../lib/use-api.ts'
import { useRequiredMember } from '../../../lib/use-member.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { personName } from '../members/person-link.tsx'

export interface TakingProps {
  /** The name on the desk of what is taken. */
  subject: string
  taken: Work['taken']
}

/** The admin who is on this, or the button that takes it; it is let go after half an hour. */
export function Taking({ subject, taken }: TakingProps) {
  const member = useRequiredMember()
  const isMine = taken !== null && taken.by.id === member?.id
  const { run, pending } = useAction(async () => {
    try {
      if (isMine) await call('DELETE /api/admin/taken/:subject', { params: { subject } })
      else await call('PUT /api/admin/taken/:subject', { params: { subject } })
    } catch (error) {
      toast({ title: messageFrom(error, t('Please try again.')), tone: 'danger' })
    }
    await refresh('/api/admin/work')
  })
  return (
    <p className="flex flex-wrap items-center gap-2" role="status">
      {taken && (
        <Badge tone="primary">
          {isMine ? t('You are on it') : t('{name} is on it', { name: personName(taken.by) })}
        </Badge>
      )}
      {(!taken || isMine) && (
        <Button variant={isMine ? 'plain' : 'quiet'} pending={pending} aria-keyshortcuts="t" onClick={() => void run()}>
          {isMine ? t('Let go') : t("I'll take it")}
        </Button>
      )}
    </p>
  )
}
