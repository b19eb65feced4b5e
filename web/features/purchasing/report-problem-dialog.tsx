import { useState } from 'react'
import { asDollars } from '../../../src/modules/purchasing/constants.ts'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { call } from '../../lib/api.ts'
import { countTokens } from '../../lib/format.ts'
import { addTokens } from '../../lib/token-cost.ts'
import ReasonDialog from '../../ui/reason-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshAfterPurchase } from './api.ts'
import { choiceOf, LineChoice } from './line-choice.tsx'
import { cardRefundOf, namesOf } from './order.ts'

interface Props {
  purchase: Purchase
  onReported: () => void
  onOpenChange: (open: boolean) => void
}

/** Stops the clock that would release the tokens. */
export default function ReportProblemDialog({ purchase, onReported, onOpenChange }: Props) {
  const open = purchase.lines.filter(({ state }) => state === 'paid')
  const several = open.length > 1
  const [chosen, setChosen] = useState(several ? [] : open.flatMap(({ id }) => id ?? []))
  const lines = open.filter(({ id }) => id !== null && chosen.includes(id))
  const seller = purchase.seller.firstName ?? 'The seller'
  const report = async (reason: string) => {
    await call('POST /api/purchases/:id/report', {
      params: { id: purchase.purchaseId },
      body: { reason, itemIds: chosen },
    })
    toast({ title: 'Problem reported', description: 'Your tokens stay in escrow until an admin has decided.' })
    onReported()
    onOpenChange(false)
    await refreshAfterPurchase()
  }
  return (
    <ReasonDialog
      title="Report a problem"
      description={`${several ? '' : `With ${namesOf(open)}. `}${seller} and the admins will read what you write. Your tokens stay in escrow until an admin has decided.`}
      question={{
        label: "What's wrong?",
        placeholder: 'It never arrived, or it is not as described.',
        name: 'reason',
        maxLength: 1000,
      }}
      confirm="Report Problem"
      variant="danger"
      ready={lines.length > 0}
      onConfirm={report}
      onOpenChange={onOpenChange}
    >
      {several && (
        <div>
          <LineChoice question="What is it about?" choices={open.map(choiceOf)} chosen={chosen} onChange={setChosen} />
          <p role="status" className="mt-2 text-sm text-muted">
            {lines.length > 0 && `If an admin decides for you, you get back ${back(purchase, lines)}.`}
          </p>
        </div>
      )}
    </ReasonDialog>
  )
}

const back = ({ lines: all }: Purchase, lines: Purchase['lines']) => {
  const tokens = addTokens(...lines.flatMap(({ tokenPrice, tokenFee }) => [tokenPrice, tokenFee]))
  return `${countTokens(tokens)} and ${asDollars(cardRefundOf(all, lines))}`
}
