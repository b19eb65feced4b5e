import { words } from '../../../../platform/language/words.ts'

export interface TestCard {
  /** As typed into the card form; those without are for programs. */
  number?: string
  decline?: { code: string; decline_code: string; message: string }
  /** Wants one more confirmation before it pays. */
  authenticate?: true
  /**
   * The end of a refund after it was begun, or, as with a card that was closed meanwhile, had succeeded; others end at
   * once.
   */
  refund?: 'succeeded' | 'failed'
}

const declined = (decline_code: string, message: string) => ({ code: 'card_declined', decline_code, message })

/** The provider's own test payment methods, by id. See https://docs.stripe.com/testing */
const TEST_CARDS = new Map<string, TestCard>([
  ['pm_card_visa', { number: '4242424242424242' }],
  [
    'pm_card_visa_chargeDeclined',
    { number: '4000000000000002', decline: declined('generic_decline', words('Your card was declined.')) },
  ],
  [
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    { number: '4000000000009995', decline: declined('insufficient_funds', words('Your card has insufficient funds.')) },
  ],
  ['pm_card_authenticationRequiredOnSetup', { number: '4000002500003155', authenticate: true }],
  ['pm_card_pendingRefund', { refund: 'succeeded' }],
  ['pm_card_refundFail', { refund: 'failed' }],
])

export const findTestCard = (paymentMethod: string): TestCard | undefined => TEST_CARDS.get(paymentMethod)

/** The payment method that stands for a card number, typed with or without spaces or hyphens. */
export function paymentMethodOf(cardNumber: string): string | undefined {
  const number = cardNumber.replace(/[\s-]/g, '')
  for (const [paymentMethod, card] of TEST_CARDS) if (card.number === number) return paymentMethod
  return undefined
}
