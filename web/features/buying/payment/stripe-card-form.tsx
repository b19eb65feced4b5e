import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { type Appearance, loadStripe } from '@stripe/stripe-js'
import { type SubmitEvent, useMemo, useSyncExternalStore } from 'react'
import { formatCents } from '../../../lib/look.ts'
import { t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions } from '../../../ui/overlays/dialog.tsx'
import type { CardFormProps } from './card-form.ts'
import { Declined, PaymentFailure, finishing, refuseOffline } from './payment-failure.tsx'
import { returnUrl } from './payment-return.tsx'

/** The card provider's embedded form. */
export default function StripeCardForm(props: CardFormProps) {
  const { publishableKey, clientSecret } = props.started
  const stripe = useMemo(() => loadStripe(publishableKey ?? ''), [publishableKey])
  const theme = useSyncExternalStore(followTheme, () => document.documentElement.className)
  const options = useMemo(() => ({ clientSecret, appearance: appearance(theme) }), [clientSecret, theme])
  return (
    <Elements stripe={stripe} options={options}>
      <Form {...props} />
    </Elements>
  )
}

function followTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['class'] })
  return () => observer.disconnect()
}

/** The form is another site's frame, so it gets our colours by value: those of the class `theme` on the root. */
function appearance(theme: string): Appearance {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    theme: theme.includes('dark') ? 'night' : 'flat',
    variables: {
      colorPrimary: token('primary'),
      colorBackground: token('surface'),
      colorText: token('ink'),
      colorDanger: token('danger'),
      borderRadius: '8px',
    },
  }
}

function Form({ started, onPaid, onPaying, onCancel }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const { run, pending, error } = useAction(async () => {
    if (!stripe || !elements) return
    refuseOffline()
    const answer = await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: returnUrl(started.purchaseId) },
    })
    // Paid earlier, but our server never heard of it: report it now.
    const before = answer.error?.payment_intent
    if (before?.status === 'succeeded') return finishing(onPaid(before.id))
    if (answer.error?.type === 'api_connection_error') throw new TypeError('Failed to fetch')
    if (answer.error) throw new Declined(answer.error.message ?? t('Payment failed'))
    if (answer.paymentIntent.status !== 'succeeded') throw new Declined(t('Payment failed'))
    await finishing(onPaid(answer.paymentIntent.id))
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onPaying(true)
    void run().finally(() => onPaying(false))
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <PaymentElement />
      <PaymentFailure error={error} />
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="lamp" pending={pending} disabled={!stripe}>
          {t('Pay {dollars}', { dollars: formatCents(started.amountCents, started.currency) })}
        </Button>
      </DialogActions>
    </form>
  )
}
