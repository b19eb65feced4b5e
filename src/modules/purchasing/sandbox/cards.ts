/** The test cards, by the payment methods that stand for them at the provider. */
export interface TestCard {
  number: string
  /** Why it is declined. */
  decline?: { decline_code: string; message: string }
  /** Whether it asks for one more confirmation. */
  authenticate?: boolean
}

export const TEST_CARDS: Record<string, TestCard> = {
  pm_card_visa: { number: '4242424242424242' },
  pm_card_chargeDeclined: {
    number: '4000000000000002',
    decline: { decline_code: 'generic_decline', message: 'Your card was declined.' },
  },
  pm_card_chargeDeclinedInsufficientFunds: {
    number: '4000000000009995',
    decline: { decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  },
  pm_card_authenticationRequiredOnSetup: { number: '4000002500003155', authenticate: true },
}

/** The payment method that stands for a card number, typed with or without spaces. */
export function paymentMethodOf(cardNumber: string): string | undefined {
  const number = cardNumber.replace(/[\s-]/g, '')
  return Object.keys(TEST_CARDS).find((id) => TEST_CARDS[id]?.number === number)
}
