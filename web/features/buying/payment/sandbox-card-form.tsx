import { type SubmitEvent, useState } from 'react'
import { words } from '../../../../src/platform/language/words.ts'
import { call } from '../../../lib/api.ts'
import { formatCents } from '../../../lib/look.ts'
import { t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions } from '../../../ui/overlays/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/inputs.tsx'
import type { CardFormProps } from './card-form.ts'
import { Declined, PaymentFailure, finishing, refuseOffline } from './payment-failure.tsx'

const TEST_CARDS = [
  { number: '4242 4242 4242 4242', effect: words('succeeds') },
  { number: '4000 0000 0000 0002', effect: words('is declined') },
  { number: '4000 0000 0000 9995', effect: words('has insufficient funds') },
  { number: '4000 0025 0000 3155', effect: words('asks to confirm once more') },
]

/** The plain form of the built-in card sandbox: no money moves. */
export function SandboxCardForm({ started, onPaid, onPaying, onCancel }: CardFormProps) {
  const [card, setCard] = useState('')
  const [again, setAgain] = useState(false)
  const { run, pending, error } = useAction(async () => {
    refuseOffline()
    const answer = await call('POST /api/sandbox/payments/confirm', {
      body: { clientSecret: started.clientSecret, cardNumber: card },
    })
    if (answer.status === 'succeeded') await finishing(onPaid(answer.paymentIntentId))
    else if (answer.status === 'requires_action' && !again) setAgain(true)
    else throw new Declined(answer.message ?? t('Payment failed'))
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onPaying(true)
    void run().finally(() => onPaying(false))
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t('Card number')} hint={t('A test card: no money moves on this site.')}>
        {(control) => (
          <TextInput
            {...control}
            value={card}
            onChange={(event) => {
              setCard(event.target.value)
              setAgain(false)
            }}
            inputMode="numeric"
            autoComplete="off"
            placeholder="4242 4242 4242 4242"
            className="figures"
          />
        )}
      </Field>
      <ul aria-label={t('Test cards')} className="flex flex-col text-sm">
        {TEST_CARDS.map(({ number, effect }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => {
                setCard(number)
                setAgain(false)
              }}
              className="figures grid min-h-11 w-full grid-cols-[auto_1fr] items-center gap-3 rounded-input px-2 text-start hover:bg-sunken"
            >
              <span className="font-semibold whitespace-nowrap text-primary">{number}</span> {t(effect)}
            </button>
          </li>
        ))}
      </ul>
      {again && (
        <p role="status" className="rounded-input bg-primary-soft p-3 text-primary">
          {t('Your bank asks you to confirm this payment. Press the button once more to confirm.')}
        </p>
      )}
      <PaymentFailure error={error} />
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="lamp" pending={pending} disabled={card.trim() === ''}>
          {again
            ? t('Confirm {dollars}', { dollars: formatCents(started.amountCents, started.currency) })
            : t('Pay {dollars}', { dollars: formatCents(started.amountCents, started.currency) })}
        </Button>
      </DialogActions>
    </form>
  )
}
