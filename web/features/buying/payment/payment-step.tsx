import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { CardFormProps } from './card-form.ts'
import { SandboxCardForm } from './sandbox-card-form.tsx'
import { TimeLeft } from './time-left.tsx'

const StripeCardForm = lazyPart(
  () => import('./stripe-card-form.tsx'),
  ({ onCancel }) => onCancel(),
  <Spinner />,
)

export function PaymentStep({ onExpired, ...form }: CardFormProps & { onExpired: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <TimeLeft until={form.started.expiresAt} onExpired={onExpired} />
      {form.started.sandbox ? <SandboxCardForm {...form} /> : <StripeCardForm {...form} />}
    </div>
  )
}
