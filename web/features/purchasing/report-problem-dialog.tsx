import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { call } from '../../lib/api.ts'
import ReasonDialog from '../../ui/reason-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshAfterPurchase } from './api.ts'

interface Props {
  purchase: Purchase
  onReported: () => void
  onOpenChange: (open: boolean) => void
}

/** Stops the clock that would release the tokens. */
export default function ReportProblemDialog({ purchase, onReported, onOpenChange }: Props) {
  const seller = purchase.seller.firstName ?? 'The seller'
  const report = async (reason: string) => {
    await call('POST /api/purchases/:id/report', { params: { id: purchase.purchaseId }, body: { reason } })
    toast({ title: 'Problem reported', description: 'Your tokens stay in escrow until an admin has decided.' })
    onReported()
    onOpenChange(false)
    await refreshAfterPurchase()
  }
  return (
    <ReasonDialog
      title="Report a problem"
      description={`With “${purchase.title}”. ${seller} and the admins will read what you write. Your tokens stay in escrow until an admin has decided.`}
      question={{
        label: "What's wrong?",
        placeholder: 'It never arrived, or it is not as described.',
        name: 'reason',
        maxLength: 1000,
      }}
      confirm="Report Problem"
      variant="danger"
      onConfirm={report}
      onOpenChange={onOpenChange}
    />
  )
}
