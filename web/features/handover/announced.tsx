import { useState } from 'react'
import { APPEAL_DAYS } from '../../../src/modules/handover/constants.ts'
import type { Trade } from '../../../src/modules/handover/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Deadline } from '../../ui/deadline.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/toast.ts'
import { namesOf } from '../trades/order.ts'
import { tradeActions } from './use-trade.ts'
import { otherName } from './words.ts'

const ConfirmDialog = lazyDialog(() => import('../../ui/confirm-dialog.tsx'))
const ReasonDialog = lazyDialog(() => import('../../ui/reason-dialog.tsx'))

/** What an admin has decided, until it is carried out: the reason, and the appeal of the side that has lost. */
export function Announced({ trade }: { trade: Trade }) {
  const announced = trade.problem?.announced
  if (!announced) return null
  const { things, reason, appeal, against, takesEffectAt } = announced
  const lost = against === trade.side
  const until = <Deadline at={takesEffectAt} />
  return (
    <>
      {trade.lines.length > 1 && (
        <p className="mt-2 wrap-anywhere">About {namesOf(things.map((title) => ({ title })))}.</p>
      )}
      <Quoted by="The admin writes">{reason}</Quoted>
      {appeal ? (
        <>
          <Quoted by={lost ? 'Your appeal' : `${otherName(trade)}'s appeal`}>{appeal.words}</Quoted>
          <p className="mt-2">
            An admin decides again by {until}, and that is final. If they don't, the first decision takes effect.
          </p>
        </>
      ) : (
        <p className="mt-2">
          It takes effect on {until}
          {lost
            ? ". Until then you can appeal once. If there is another admin, they'll look at it."
            : `, unless ${otherName(trade)} appeals.`}
        </p>
      )}
      {lost && !appeal && <Answer trade={trade} />}
    </>
  )
}

/** Somebody's words, and whose. */
export function Quoted({ by, children }: { by: string; children: string }) {
  return (
    <p className="mt-2 wrap-anywhere whitespace-pre-line">
      <span className="font-semibold">{by}:</span> <bdi>{children}</bdi>
    </p>
  )
}

function Answer({ trade }: { trade: Trade }) {
  const [asking, setAsking] = useState<'accept' | 'appeal'>()
  const { acceptDecision, appealDecision } = tradeActions(trade)
  const name = otherName(trade)
  const close = () => setAsking(undefined)
  return (
    <div className="mt-3 flex flex-wrap gap-2" onPointerEnter={ReasonDialog.prime}>
      <Button onClick={() => setAsking('appeal')}>Appeal</Button>
      <Button variant="quiet" onClick={() => setAsking('accept')}>
        Accept it
      </Button>
      {asking === 'accept' && (
        <ConfirmDialog
          title="Accept the decision?"
          description={
            trade.side === 'buyer'
              ? `The tokens go to ${name} at once. This can't be undone.`
              : `${name} gets the tokens and the card payment back at once. This can't be undone.`
          }
          confirm="Accept"
          onConfirm={acceptDecision}
          onOpenChange={close}
        />
      )}
      {asking === 'appeal' && (
        <ReasonDialog
          title="Appeal the decision?"
          description={`An admin decides again within ${APPEAL_DAYS} days, and that is final. Nothing changes until then.`}
          question={{
            label: 'What should be looked at again?',
            hint: `${name} and the admins will read this.`,
            name: 'words',
            maxLength: 1000,
          }}
          confirm="Appeal"
          onConfirm={async (words) => {
            await appealDecision(words)
            toast({ title: 'Appealed', description: "We'll tell you what they decide." })
            close()
          }}
          onOpenChange={close}
        />
      )}
    </div>
  )
}
