import { useState } from 'react'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { countTokens } from '../../lib/format.ts'
import { addTokens } from '../../lib/token-cost.ts'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { choiceOf, LineChoice } from './line-choice.tsx'
import { isAwaited, namesOf } from './order.ts'

interface Props {
  purchase: Purchase
  onConfirm: (itemIds: string[]) => Promise<void>
  onOpenChange: (open: boolean) => void
}

/** Asks what was there, and says what that releases: it can't be undone. */
export default function ConfirmDeliveryDialog({ purchase, onConfirm, onOpenChange }: Props) {
  const awaited = purchase.lines.filter(isAwaited)
  const several = awaited.length > 1
  const [chosen, setChosen] = useState(
    awaited.filter(({ state }) => !several || state === 'paid').flatMap(({ id }) => id ?? []),
  )
  const lines = awaited.filter(({ id }) => id !== null && chosen.includes(id))
  const tokens = countTokens(addTokens(...lines.map(({ tokenPrice }) => tokenPrice)))
  const seller = purchase.seller.firstName ?? 'The seller'
  return (
    <ConfirmDialog
      title="Confirm Delivery?"
      description={
        several
          ? 'Only confirm what you have. You can confirm the rest, or report a problem with it, afterwards.'
          : `Only confirm once you have ${namesOf(lines)}. ${seller} then gets ${tokens} from escrow. This cannot be undone.`
      }
      confirm="Confirm Delivery"
      ready={lines.length > 0}
      onConfirm={() => onConfirm(chosen)}
      onOpenChange={onOpenChange}
    >
      {several && (
        <>
          <LineChoice
            question="Untick anything that wasn't there"
            choices={awaited.map(choiceOf)}
            chosen={chosen}
            onChange={setChosen}
          />
          <p role="status" className="mt-3">
            {lines.length === 0
              ? 'Nothing is ticked.'
              : `${seller} then gets ${tokens} from escrow, for ${namesOf(lines)}. This cannot be undone.`}
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}
