import { useState } from 'react'
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
import { Announced, Quoted } from './announced.tsx'
import { ProblemPhotos } from './problem-photos.tsx'
import { tradeActions } from '../trade/use-trade.ts'
import { otherName } from '../trade/words.ts'

const ConfirmDialog = lazyDialog(() => import('../../../ui/overlays/confirm-dialog.tsx'))

/** The state of a reported problem: the seller's answer, until when it is awaited, and who decides. */
export function Problem({ trade, now }: { trade: Trade; now: number }) {
  const { problem, side } = trade
  if (!problem) return null
  const name = otherName(trade)
  const answerable = !problem.answer && !problem.announced && Date.parse(problem.answerUntil) > now
  return (
    <>
      {problem.answer && (
        <Quoted by={side === 'seller' ? t('You answered') : t('{name} answered', { name })}>
          {problem.answer.words}
        </Quoted>
      )}
      {problem.announced ? (
        <Announced trade={trade} />
      ) : (
        <p className="mt-2">
          {!problem.answer && <>{waitsFor(trade, problem, now)} </>}
          {rich("If the two of you don't agree, an admin decides by {time}.", {
            time: <Deadline at={problem.decidedBy} />,
          })}
          {(problem.answer || problem.codeShown) && ` ${otherwise(trade)}`}
        </p>
      )}
      <ProblemPhotos
        photos={problem.photos}
        names={{ buyer: trade.buyer.firstName ?? t('the buyer'), seller: trade.seller.firstName ?? t('the seller') }}
      />
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

/** The decision of a problem, for both to read. */
export function Decision({ trade: { problem } }: { trade: Trade }) {
  const decision = problem?.decision
  if (decision?.by === 'silence') return <p className="mt-2">{t("The seller didn't answer within 48 hours.")}</p>
  if (decision?.by === 'date') return <p className="mt-2">{t('No admin decided in time.')}</p>
  if (!decision?.reason) return null
  return (
    <Quoted by={decision.final ? t('The admin writes, after the appeal') : t('The admin writes')}>
      {decision.reason}
    </Quoted>
  )
}
