import type { Dispute } from '../../../src/modules/admin/contract.ts'
import { call, messageFrom } from '../../lib/api.ts'
import { refresh } from '../../lib/use-api.ts'
import { countTokens, formatDollars } from '../../lib/format.ts'
import { addTokens } from '../../lib/token-cost.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import Dialog, { DialogActions } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { personName } from './person-link.tsx'

export type Decision = 'release' | 'refund'

interface Props {
  dispute: Dispute
  decision: Decision
  onOpenChange: (open: boolean) => void
}

/** Says what each side will have afterwards, in tokens and in dollars. */
export default function DecideDisputeDialog({ dispute, decision, onOpenChange }: Props) {
  const words = WORDS[decision]
  const { run, pending } = useAction(async () => {
    try {
      await call('POST /api/admin/disputes/:id', { params: { id: dispute.purchaseId }, body: { decision } })
      toast({ title: words.done })
      onOpenChange(false)
    } catch (error) {
      toast({ title: 'Update Failed', description: messageFrom(error, 'Failed to decide'), tone: 'danger' })
    } finally {
      await refresh('/api/admin')
    }
  })
  return (
    <Dialog open onOpenChange={onOpenChange} title={words.title} description={dispute.title}>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {outcome(dispute)[decision].map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>We'll tell both of them. This can't be undone.</li>
      </ul>
      <DialogActions>
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button variant={decision === 'refund' ? 'danger' : 'primary'} pending={pending} onClick={() => void run()}>
          {words.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const WORDS = {
  release: { title: 'Release the tokens?', confirm: 'Release', done: 'Tokens released to the seller' },
  refund: { title: 'Refund the buyer?', confirm: 'Refund', done: 'Everything goes back to the buyer' },
}

function outcome({ buyer, seller, tokenPrice, tokenFee, cardAmount }: Dispute): Record<Decision, string[]> {
  const [buyerName, sellerName] = [personName(buyer), personName(seller)]
  const [card, paid] = [formatDollars(cardAmount), countTokens(addTokens(tokenPrice, tokenFee))]
  return {
    release: [
      `${sellerName} gets ${countTokens(tokenPrice)} from escrow; the market keeps the fee of ${tokenFee}.`,
      `${buyerName} gets nothing back, neither the ${paid} nor the ${card}.`,
    ],
    refund: [
      `${buyerName} gets ${paid} back at once, price and fee, and ${card} on the card within a few days.`,
      `${sellerName} gets no tokens. The listing is withdrawn, and can be offered again.`,
    ],
  }
}
