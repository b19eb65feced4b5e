import { call, messageFrom } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { refresh } from '../../lib/use-api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts/toast.ts'

/** For admins: shows a hidden listing again. */
export function RestoreListing({ listingId }: { listingId: string }) {
  const { run, pending } = useAction(async () => {
    try {
      await call('POST /api/admin/listings/:id/restore', { params: { id: listingId } })
      toast({ title: t('Listing restored'), description: t("Everybody can see it again, and we've told its owner.") })
    } catch (error) {
      toast({ title: t('Update Failed'), description: messageFrom(error, t('Failed to restore')), tone: 'danger' })
    }
    await refresh('/api/admin', '/api/items')
  })
  return (
    <Button variant="quiet" pending={pending} onClick={() => void run()} className="self-start">
      {t('Restore listing')}
    </Button>
  )
}
