import { callUndoable } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { refresh } from '../../lib/use-api.ts'
import AdminReasonDialog from './admin-reason-dialog.tsx'
import { offerUndo } from './offer-undo.ts'

interface Props {
  listingId: string
  name: string
  onOpenChange: (open: boolean) => void
}

/** For admins: hides a listing that nobody had to report. */
export default function HideListingDialog({ listingId, name, onOpenChange }: Props) {
  const hide = async (reason: string) => {
    const { act } = await callUndoable('POST /api/admin/listings/:id/hide', {
      params: { id: listingId },
      body: { reason },
    })
    offerUndo(t('Listing hidden'), [act])
    onOpenChange(false)
    await refresh('/api/admin', '/api/items')
  }
  return (
    <AdminReasonDialog
      title={t('Hide this listing?')}
      description={t('From now on only {name} can see it. You can restore it any time.', { name })}
      question={{ label: t('Why?'), hint: t('{name} will read this.', { name }), name: 'reason', maxLength: 500 }}
      confirm={t('Hide Listing')}
      variant="danger"
      onConfirm={hide}
      onOpenChange={onOpenChange}
    />
  )
}
