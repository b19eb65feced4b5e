import { useState } from 'react'
import { PROBLEM_ANSWER_HOURS, PROBLEM_REASONS, type ProblemReason } from '../../../src/modules/handover/constants.ts'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { call } from '../../lib/api.ts'
import { countTokens } from '../../lib/format.ts'
import { formatMoney } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { addTokens } from '../../lib/token-cost.ts'
import ReasonDialog from '../../ui/overlays/reason-dialog.tsx'
import { chipClass } from '../../ui/chip.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { refreshAfterPurchase } from '../buying/api.ts'
import { ChosenPhotos } from './chosen-photos.tsx'
import { showProblemPhotos } from './show-problem-photos.ts'
import { choiceOf, LineChoice } from './line-choice.tsx'
import { cardRefundOf, namesOf } from './order.ts'
import { PROBLEM_LABELS } from './problem-labels.ts'

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
  const [kind, setKind] = useState<ProblemReason>()
  const [photos, setPhotos] = useState<File[]>([])
  const lines = open.filter(({ id }) => id !== null && chosen.includes(id))
  const seller = purchase.seller.firstName ?? t('The seller')
  const report = async (words: string) => {
    if (kind === undefined) return
    await call('POST /api/purchases/:id/problem', {
      params: { id: purchase.purchaseId },
      body: { reason: kind, words, itemIds: chosen },
    })
    const shown = photos.length === 0 || (await showProblemPhotos(purchase.purchaseId, photos).then(yes, no))
    toast({
      title: t('Problem reported'),
      description: shown
        ? t('{seller} has {hours} hours to answer.', {
            seller,
            hours: PROBLEM_ANSWER_HOURS,
          })
        : t("Only your photos couldn't be sent. Please add them once more."),
    })
    onReported()
    onOpenChange(false)
    await refreshAfterPurchase()
  }
  return (
    <ReasonDialog
      title={t('Report a problem')}
      description={`${several ? '' : `${t('With {things}.', { things: namesOf(open) })} `}${t(
        '{seller} and the admins will read what you write. Your tokens stay in escrow. Without an answer within {hours} hours, everything comes back to you, unless {seller} has shown the code at the door: then an admin decides.',
        { seller, hours: PROBLEM_ANSWER_HOURS },
      )}`}
      question={{
        label: t("What's wrong?"),
        placeholder: t('It never arrived, or it is not as described.'),
        name: 'words',
        maxLength: 1000,
      }}
      confirm={t('Report Problem')}
      variant="danger"
      missing={
        kind === undefined
          ? t('Please choose what is wrong')
          : lines.length === 0
            ? t('Please choose what it is about')
            : undefined
      }
      onConfirm={report}
      onOpenChange={onOpenChange}
    >
      <fieldset>
        <legend className="mb-2 font-semibold">{t('What happened?')}</legend>
        <div className="flex flex-wrap gap-2">
          {PROBLEM_REASONS.map((reason) => (
            <label key={reason} className={`${chipClass(kind === reason)} cursor-pointer`}>
              <input
                type="radio"
                name="kind"
                checked={kind === reason}
                onChange={() => setKind(reason)}
                className="sr-only"
              />
              {t(PROBLEM_LABELS[reason])}
            </label>
          ))}
        </div>
      </fieldset>
      <ChosenPhotos photos={photos} onChoose={setPhotos} />
      {several && (
        <div>
          <LineChoice
            question={t('What is it about?')}
            choices={open.map(choiceOf)}
            chosen={chosen}
            onChange={setChosen}
          />
          <p role="status" className="mt-2 text-sm text-muted">
            {lines.length > 0 &&
              t('If an admin decides for you, you get back {tokens} and {dollars}.', back(purchase, lines))}
          </p>
        </div>
      )}
    </ReasonDialog>
  )
}

const [yes, no] = [() => true, () => false]

const back = (purchase: Purchase, lines: Purchase['lines']) => {
  const tokens = addTokens(...lines.flatMap(({ tokenPrice, tokenFee }) => [tokenPrice, tokenFee]))
  return { tokens: countTokens(tokens), dollars: formatMoney(cardRefundOf(purchase, lines).dollars, purchase.currency) }
}
