import { call, messageFrom, path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { refresh, useApi } from '../../lib/use-api.ts'
import { useMember } from '../../lib/use-member.ts'
import { toast } from '../../ui/toasts/toast.ts'

/** The members whom this one has blocked, latest first; nothing for visitors. */
export function useBlocks() {
  const member = useMember()
  return useApi(member ? path('/api/users/me/blocks') : null)
}

export function useIsBlocked(memberId: string): boolean {
  return useBlocks().data?.some(({ id }) => id === memberId) ?? false
}

export async function block(memberId: string, name: string): Promise<void> {
  try {
    await call('POST /api/members/:id/block', { params: { id: memberId } })
    toast({
      title: t('{name} is blocked', { name }),
      action: { label: t('Undo'), onSelect: () => void unblock(memberId, name) },
    })
  } catch (error) {
    const description = messageFrom(error, t('Please check your connection and try again.'))
    toast({ title: t("Blocking didn't work"), description, tone: 'danger' })
  }
  await refresh('/api/users/me/blocks', '/api/items/:id')
}

export async function unblock(memberId: string, name: string): Promise<void> {
  try {
    await call('DELETE /api/members/:id/block', { params: { id: memberId } })
    toast({
      title: t('{name} is no longer blocked', { name }),
      action: { label: t('Undo'), onSelect: () => void block(memberId, name) },
    })
  } catch (error) {
    const description = messageFrom(error, t('Please check your connection and try again.'))
    toast({ title: t("Unblocking didn't work"), description, tone: 'danger' })
  }
  await refresh('/api/users/me/blocks', '/api/items/:id')
}
