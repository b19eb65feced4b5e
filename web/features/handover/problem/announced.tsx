import { useState } from 'react'
import { APPEAL_DAYS } from '../../../../src/modules/handover/constants.ts'
import type { AnnouncedDecision, Trade } from '../../../../src/modules/handover/contract.ts'
import { rich, t } from '../../../lib/t.ts'
import { Button } from '../../../ui/button.tsx'
import { Deadline } from '../../../ui/deadline.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { namesOf } from '../../purchases/order.ts'
import { tradeActions } from '../trade/use-trade.ts'
import { otherName, sideName } from '../trade/words.ts'
import { Quoted } from './quoted.tsx'
import { Point } from './story.tsx'

const ConfirmDialog = lazyDialog(() => import('../../../ui/overlays/confirm-dialog.tsx'))
const ReasonDialog = lazyDialog(() => import('../../../ui/overlays/reason-dialog.tsx'))

interface Props {
  trade: Trade
  announced: AnnouncedDecision
}

/** An admin's decision, and the appeal of the side that has lost. */
export function Announced({ trade, announced: { things, reason, at, appeal, against } }: Props) {
  return (
    <>
      <Point at={at}>
        {trade.lines.length > 1 && (
          <p className="mt-2 wrap-anywhere">
            {t('About {things}.', { things: namesOf(things.map((title) => ({ title }))) })}
          </p>
        )}
        <Quoted by={t('The admin writes')}>{reason}</Quoted>
      </Point>
      {appeal && (
        <Point at={appeal.at}>
          <Quoted
            by={against === trade.side ? t('Your appeal') : t("{name}'s appeal", { name: sideName(trade, against) })}
          >
            {appeal.words}
          </Quoted>
        </Point>
      )}
    </>
  )
}

/** The step after an announced decision, until it is carried out. */
export function TakesEffect({ trade, announced: { appeal, against, takesEffectAt } }: Props) {
  const lost = against === trade.side
  const time = <Deadline at={takesEffectAt} />
  return (
    <Point>
      <p>
        {appeal
          ? rich(
              "An admin decides again by {time}, and that is final. If they don't, the first decision takes effect.",
              { time },
            )
          : lost
            ? rich(
                "It takes effect on {time}. Until then you can appeal once. If there is another admin, they'll look at it.",
                { time },
              )
            : rich('It takes effect on {time}, unless {name} appeals.', { time, name: otherName(trade) })}
      </p>
      {lost && !appeal && <Answer trade={trade} />}
    </Point>
  )
}

function Answer({ trade }: { trade: Trade }) {
  const [asking, setAsking] = useState<'accept' | 'appeal'>()
  const { acceptDecision, appealDecision } = tradeActions(trade)
  const name = otherName(trade)
  const close = () => setAsking(undefined)
  return (
    <div className="mt-3 flex flex-wrap gap-2" onPointerEnter={ReasonDialog.prime}>
      <Button onClick={() => setAsking('appeal')}>{t('Appeal')}</Button>
      <Button variant="quiet" onClick={() => setAsking('accept')}>
        {t('Accept it')}
      </Button>
      {asking === 'accept' && (
        <ConfirmDialog
          title={t('Accept the decision?')}
          description={
            trade.side === 'buyer'
              ? t("The tokens go to {name} at once. This can't be undone.", { name })
              : t("{name} gets the tokens and the card payment back at once. This can't be undone.", { name })
          }
          confirm={t('Accept')}
          onConfirm={acceptDecision}
          onOpenChange={close}
        />
      )}
      {asking === 'appeal' && (
        <ReasonDialog
          title={t('Appeal the decision?')}
          description={t('An admin decides again within {days} days, and that is final. Nothing changes until then.', {
            days: APPEAL_DAYS,
          })}
          question={{
            label: t('What should be looked at again?'),
            hint: t('{name} and the admins will read this.', { name }),
            name: 'words',
            maxLength: 1000,
          }}
          confirm={t('Appeal')}
          onConfirm={async (words) => {
            await appealDecision(words)
            toast({ title: t('Appealed'), description: t("We'll tell you what they decide.") })
            close()
          }}
          onOpenChange={close}
        />
      )}
    </div>
  )
}
