import { call, messageFrom, path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { refresh, useApi } from '../../../lib/use-api.ts'
import { useRequiredMember } from '../../../lib/use-member.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { personName } from '../members/person-link.tsx'

/** The admin who is on this, or the button that takes it; it is let go after half an hour. */
export function Taking({ subject }: { subject: string }) {
  const member = useRequiredMember()
  const { data } = useApi(path('/api/admin/taken'))
  const taken = data?.find((one) => one.subject === subject)
  const isMine = taken !== undefined && taken.by.id === member?.id
  const { run, pending } = useAction(async () => {
    try {
      if (isMine) await call('DELETE /api/admin/taken/:subject', { params: { subject } })
      else await call('PUT /api/admin/taken/:subject', { params: { subject } })
    } catch (error) {
      toast({ title: messageFrom(error, t('Please try again.')), tone: 'danger' })
    }
    await refresh('/api/admin/taken')
  })
  if (!data) return null
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
