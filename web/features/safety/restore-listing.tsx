import { callUndoable, messageFrom } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { refresh } from '../../lib/use-api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { offerUndo } from './offer-undo.ts'

export function RestoreListing({ listingId }: { listingId: string }) {
  const { run, pending } = useAction(async () => {
    try {
      const { act } = await callUndoable('POST /api/admin/listings/:id/restore', { params: { id: listingId } })
      offerUndo(t('Listing restored'), [act])
    } catch (error) {
      toast({
        title: t('Update Failed'),
        description: messageFrom(error, t("That couldn't be brought back")),
        tone: 'danger',
      })
    }
    await refresh('/api/admin', '/api/items')
  })
  return (
    <Button variant="quiet" pending={pending} onClick={() => void run()} className="self-start">
      {t('Restore listing')}
    </Button>
  )
}
