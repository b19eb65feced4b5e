import { call } from '../../lib/api.ts'
import { refresh } from '../../lib/use-api.ts'
import ReasonDialog from '../../ui/reason-dialog.tsx'
import { toast } from '../../ui/toast.ts'

interface Props {
  listingId: string
  /** Of its owner. */
  name: string
  onOpenChange: (open: boolean) => void
}

/** For admins: hides a listing that nobody had to report. */
export default function HideListingDialog({ listingId, name, onOpenChange }: Props) {
  const hide = async (reason: string) => {
    await call('POST /api/admin/listings/:id/hide', { params: { id: listingId }, body: { reason } })
    toast({ title: 'Listing hidden', description: `We'll email ${name} the reason.` })
    onOpenChange(false)
    await refresh('/api/admin', '/api/items')
  }
  return (
    <ReasonDialog
      title="Hide this listing?"
      description={`From now on only ${name} can see it. You can restore it any time.`}
      question={{ label: 'Why?', hint: `${name} will read this.`, name: 'reason', maxLength: 500 }}
      confirm="Hide Listing"
      variant="danger"
      onConfirm={hide}
      onOpenChange={onOpenChange}
    />
  )
}
