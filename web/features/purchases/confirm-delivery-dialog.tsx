import { useState } from 'react'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { countTokens } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { addTokens } from '../../lib/token-cost.ts'
import ConfirmDialog from '../../ui/overlays/confirm-dialog.tsx'
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
  const seller = purchase.seller.firstName ?? t('The seller')
  return (
    <ConfirmDialog
      title={t('Confirm Delivery?')}
      description={
        several
          ? t('Only confirm what you have. You can confirm the rest, or report a problem with it, afterwards.')
          : t('Only confirm once you have {things}. {seller} then gets {tokens} from escrow. This cannot be undone.', {
              things: namesOf(lines),
              seller,
              tokens,
            })
      }
      confirm={t('Confirm Delivery')}
      ready={lines.length > 0}
      onConfirm={() => onConfirm(chosen)}
      onOpenChange={onOpenChange}
    >
      {several && (
        <>
          <LineChoice
            question={t("Untick anything that wasn't there")}
            choices={awaited.map(choiceOf)}
            chosen={chosen}
            onChange={setChosen}
          />
          <p role="status" className="mt-3">
            {lines.length === 0
              ? t('Please tick what you have.')
              : t('{seller} then gets {tokens} from escrow, for {things}. This cannot be undone.', {
                  seller,
                  tokens,
                  things: namesOf(lines),
                })}
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}
