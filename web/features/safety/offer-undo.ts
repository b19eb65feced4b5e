import { call, messageFrom } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { refresh } from '../../lib/use-api.ts'
import { toast } from '../../ui/toasts/toast.ts'

/** Long enough to see a mistake; for the rest of its minute, an act is undone in the log. */
const SHOWN_MS = 20_000

/** Says what an admin has done, and offers to undo it before anybody is told. */
export function offerUndo(title: string, actionIds: string[]): void {
  toast({ title, description: t('We wait a minute before we tell anyone.'), ...undoing(actionIds) })
}

/** The part of a toast that undoes acts of an admin. */
export const undoing = (actionIds: string[]) => ({
  lasts: SHOWN_MS,
  action: { label: t('Undo'), onSelect: () => void undo(actionIds) },
})

/** Undoes acts, all of them or none, and says so. */
export async function undo(actionIds: string[]): Promise<void> {
  try {
    await call('POST /api/admin/actions/undo', { body: { actionIds } })
    toast({ title: t('Undone'), description: t("Everything is back as it was, and we haven't told anyone.") })
  } catch (error) {
    toast({ title: t('Not undone'), description: messageFrom(error, t('Please try again.')), tone: 'danger' })
  }
  await refresh('/api/admin', '/api/items', '/api/site')
}
