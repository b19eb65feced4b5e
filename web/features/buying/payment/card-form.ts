import type { StartedPurchase } from '../../../../src/modules/purchasing/contract.ts'

export interface CardFormProps {
  started: StartedPurchase
  /** Called with the payment intent's id once the provider has taken the money. */
  onPaid: (paymentIntentId: string) => Promise<void>
  /** Told before the card is charged, and once that has failed. */
  onPaying: (paying: boolean) => void
  onCancel: () => void
}
