import { type ReactNode, useState } from 'react'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { fieldError, messageFrom } from '../../../lib/api.ts'
import { rich, t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Deadline } from '../../../ui/deadline.tsx'
import { Field, FieldError } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/inputs.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import { AddPhotos } from './add-photos.tsx'
import { Announced, TakesEffect } from './announced.tsx'
import { Quoted } from './quoted.tsx'
import { Point, Story } from './story.tsx'
import { tradeActions } from '../trade/use-trade.ts'
import { otherName } from '../trade/words.ts'

const ConfirmDialog = lazyDialog(() => import('../../../ui/overlays/confirm-dialog.tsx'))

interface Props {
  trade: Trade
  now: number
  /** The buyer's words, where the card says them in its own way. */
  reported?: ReactNode
}

/** The story of a reported problem, up to what comes next: the seller's answer, and who decides. */
export function Problem({ trade, now, reported }: Props) {
  const { problem, side } = trade
  if (!problem) return null
  const name = otherName(trade)
  const answerable = !problem.answer && !problem.announced && Date.parse(problem.answerUntil) > now
  return (
    <>
      <Story trade={trade} problem={problem} reported={reported}>
        {problem.announced ? (
          <>
            <Announced trade={trade} announced={problem.announced} />
            <TakesEffect trade={trade} announced={problem.announced} />
          </>
        ) : (
          <Point>
            <p>
              {!problem.answer && <>{waitsFor(trade, problem, now)} </>}
              {rich("If the two of you don't agree, an admin decides by {time}.", {
                time: <Deadline at={problem.decidedBy} />,
              })}
              {(problem.answer || problem.codeShown) && ` ${otherwise(trade)}`}
            </p>
          </Point>
        )}
      </Story>
      <AddPhotos trade={trade} />
      {side === 'seller' && answerable && <AnswerForm trade={trade} buyer={name} />}
    </>
  )
}

/** The deadline of the seller's answer, and what happens if they don't: who has shown the code was there. */
function waitsFor(trade: Trade, { answerUntil, codeShown }: NonNullable<Trade['problem']>, now: number) {
  const time = <Deadline at={answerUntil} />
  const name = otherName(trade)
  const over = codeShown && Date.parse(answerUntil) <= now
  if (trade.side === 'seller') {
    if (over) return t('The time for your answer is over.')
    if (codeShown) return rich('Please answer by {time}.', { time })
    return rich('Please answer by {time}. Without an answer, tokens and card payment go back to {name}.', {
      time,
      name,
    })
  }
  if (over) return t("{name} hasn't answered.", { name })
  if (codeShown) return rich('{name} can answer until {time}.', { name, time })
  return rich('{name} can answer until {time}. Without an answer, everything comes back to you.', { name, time })
}

/** The outcome without an admin. */
const otherwise = (trade: Trade) =>
  trade.side === 'seller'
    ? t('Without a decision, tokens and card payment go back to {name} then.', { name: otherName(trade) })
    : t('Without a decision, everything comes back to you then.')

/** The seller's side in words, or the refund. */
function AnswerForm({ trade, buyer }: { trade: Trade; buyer: string }) {
  const [words, setWords] = useState('')
  const [agreeing, setAgreeing] = useState(false)
  const said = words.trim()
  const { answerProblem } = tradeActions(trade)
  const { submit, pending, error } = useAction(() => answerProblem({ words: said, refund: false }))
  const wrong = fieldError(error, 'words')
  return (
    <form onSubmit={submit} noValidate className="mt-3 flex flex-col gap-3">
      <Field
        label={t('Your answer')}
        hint={t('{buyer} and the admins will read it. You can answer once.', { buyer })}
        error={wrong}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            dir="auto"
            maxLength={1000}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
      </Field>
      {error !== undefined && !wrong && (
        <div role="alert">
          <FieldError>{messageFrom(error, t('Please check your connection and try again.'))}</FieldError>
        </div>
      )}
      <div className="flex flex-wrap gap-2" onPointerEnter={ConfirmDialog.prime}>
        <Button type="submit" pending={pending} disabled={said === ''}>
          {t('Answer')}
        </Button>
        <Button variant="quiet" onClick={() => setAgreeing(true)}>
          {t('Agree to a refund')}
        </Button>
      </div>
      {agreeing && (
        <ConfirmDialog
          title={t('Refund the buyer?')}
          description={t("{buyer} gets the tokens and the card payment back at once. This can't be undone.", { buyer })}
          confirm={t('Refund')}
          variant="danger"
          onConfirm={() => answerProblem({ words: said === '' ? t('I agree to a refund.') : said, refund: true })}
          onOpenChange={setAgreeing}
        />
      )}
    </form>
  )
}

/** The story of a problem that somebody else has decided, or that time has, for both and the admins to read. */
export function Decision({ trade }: { trade: Trade }) {
  const { problem } = trade
  const words = problem?.decision && decided(problem.decision, trade.side)
  if (!words || !problem.decision) return null
  const { announced, at } = problem.decision
  return (
    <Story trade={trade} problem={problem}>
      {announced && <Announced trade={trade} announced={announced} />}
      <Point at={at}>{words}</Point>
    </Story>
  )
}

function decided(
  { by, reason, final, announced }: NonNullable<NonNullable<Trade['problem']>['decision']>,
  side: Trade['side'],
) {
  if (by === 'silence') return <p>{t("The seller didn't answer within 48 hours.")}</p>
  if (by === 'date') return <p>{t('No admin decided in time.')}</p>
  if (by === 'agreement' && side === 'admin') return <p>{t('They settled it between them.')}</p>
  if (by === 'agreement') return announced && <p>{t('The two of you settled it.')}</p>
  if (announced && !final)
    return (
      <p>{announced.appeal ? t('Nobody decided again in time: the first decision counts.') : t('It took effect.')}</p>
    )
  if (reason === null) return null
  return <Quoted by={final ? t('The admin writes, after the appeal') : t('The admin writes')}>{reason}</Quoted>
}
