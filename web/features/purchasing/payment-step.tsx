import { Suspense, lazy } from 'react'
import type { StartedPurchase } from '../../../src/modules/purchasing/contract.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { SandboxCardForm } from './sandbox-card-form.tsx'
import { TimeLeft } from './time-left.tsx'

const StripeCardForm = lazy(() => import('./stripe-card-form.tsx'))

export interface CardFormProps {
  started: StartedPurchase
  /** Called with the payment intent's id once the provider has taken the money. */
  onPaid: (paymentIntentId: string) => Promise<void>
  onCancel: () => void
}

/** Step 2: the card. */
export function PaymentStep({ onExpired, ...form }: CardFormProps & { onExpired: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <TimeLeft until={form.started.expiresAt} onExpired={onExpired} />
      {form.started.sandbox ? (
        <SandboxCardForm {...form} />
      ) : (
        <Suspense fallback={<Spinner />}>
          <StripeCardForm {...form} />
        </Suspense>
      )}
    </div>
  )
}
