import { useState } from 'react'
import { APPEAL_HOURS } from '../../../../src/modules/handover/constants.ts'
import type { Dispute } from '../../../../src/modules/admin/disputes/contract.ts'
import { words } from '../../../../src/platform/language/words.ts'
import { callUndoable, messageFrom } from '../../../lib/api.ts'
import { formatMoney } from '../../../lib/look.ts'
import { t } from '../../../lib/t.ts'
import { refresh } from '../../../lib/use-api.ts'
import { countTokens } from '../../../lib/format.ts'
import { addTokens } from '../../../lib/token-cost.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import Dialog, { DialogActions } from '../../../ui/overlays/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/inputs.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { choiceOf, LineChoice } from '../../purchases/line-choice.tsx'
import { offerUndo } from '../../safety/offer-undo.ts'
import { personName } from '../members/person-link.tsx'

/** The server's rule. */
const SHORTEST_REASON = 3

const FINAL = words("You can undo this for a minute. Then it takes effect, and it's final.")
const ANNOUNCED = words(
  'You can undo this for a minute. Then we tell both of them, and it takes effect after {hours} hours, unless the side that lost appeals.',
)

export type Decision = 'release' | 'refund'

interface Props {
  dispute: Dispute
  decision: Decision
  onOpenChange: (open: boolean) => void
}

/** Says what each side will have afterwards, in tokens and in dollars. */
export default function DecideDisputeDialog({ dispute, decision, onOpenChange }: Props) {
  const said = WORDS[decision]
  const { appeal } = dispute
  const several = dispute.lines.length > 1
  const [chosen, setChosen] = useState(dispute.lines.flatMap(({ listingId }) => listingId ?? []))
  const [reason, setReason] = useState('')
  const lines = several
    ? dispute.lines.filter(({ listingId }) => listingId !== null && chosen.includes(listingId))
    : dispute.lines
  const { run, pending } = useAction(async () => {
    try {
      const { act } = await callUndoable('POST /api/admin/disputes/:id', {
        params: { id: dispute.purchaseId },
        body: { decision, reason: reason.trim(), ...(several && { itemIds: chosen }) },
      })
      offerUndo(t('Decided'), [act])
      onOpenChange(false)
    } catch (error) {
      toast({
        title: t('Update Failed'),
        description: messageFrom(error, t("The decision couldn't be saved")),
        tone: 'danger',
      })
    } finally {
      await refresh('/api/admin')
    }
  })
  return (
    <Dialog open onOpenChange={onOpenChange} title={t(said.title)} description={several ? undefined : dispute.title}>
      {several && (
        <div className="mb-3">
          <LineChoice
            question={t('Who gets the tokens?')}
            choices={dispute.lines.map(({ listingId, title, tokenPrice }) =>
              choiceOf({ id: listingId, title, tokenPrice }),
            )}
            chosen={chosen}
            onChange={setChosen}
          />
        </div>
      )}
      <div role={several ? 'status' : undefined}>
        {lines.length > 0 && (
          <ul className="flex list-disc flex-col gap-2 ps-5">
            {outcome(dispute, lines)[decision].map((line) => (
              <li key={line}>{line}</li>
            ))}
            <li>{appeal ? t(FINAL) : t(ANNOUNCED, { hours: APPEAL_HOURS })}</li>
          </ul>
        )}
      </div>
      <Field label={t('Why?')} hint={t('Both of them will read this.')} className="mt-4">
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          {t('Cancel')}
        </Button>
        <Button
          variant={decision === 'refund' ? 'danger' : 'primary'}
          pending={pending}
          disabled={lines.length === 0 || reason.trim().length < SHORTEST_REASON}
          onClick={() => void run()}
        >
          {t(said.confirm)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const WORDS = {
  release: {
    title: words('Release the tokens?'),
    confirm: words('Release'),
  },
  refund: {
    title: words('Refund the buyer?'),
    confirm: words('Refund'),
  },
}

function outcome(dispute: Dispute, lines: Dispute['lines']): Record<Decision, string[]> {
  const [buyerName, sellerName] = [personName(dispute.buyer), personName(dispute.seller)]
  const [price, fee] = [
    addTokens(...lines.map((line) => line.tokenPrice)),
    addTokens(...lines.map((line) => line.tokenFee)),
  ]
  const paid = countTokens(addTokens(price, fee))
  const all = lines.length === dispute.lines.length
  const card = formatMoney(all ? dispute.cardRefund : Number(dispute.cardPerItem) * lines.length, dispute.currency)
  return {
    release: [
      t('{sellerName} gets {price} from escrow; the market keeps the fee of {fee}.', {
        sellerName,
        price: countTokens(price),
        fee,
      }),
      t('{buyerName} gets nothing back, neither the {paid} nor the {card}.', { buyerName, paid, card }),
    ],
    refund: [
      t('{buyerName} gets {paid} back, price and fee, and {card} on the card within a few days.', {
        buyerName,
        paid,
        card,
      }),
      lines.length === 1
        ? t('{sellerName} gets no tokens. The listing is withdrawn, and can be offered again.', { sellerName })
        : t('{sellerName} gets no tokens. The listings are withdrawn, and can be offered again.', { sellerName }),
    ],
  }
}
