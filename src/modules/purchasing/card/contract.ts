import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { PURCHASING_CODES } from '../purchase/contract.ts'

/** Tokens of bonuses that a card can spend in a month, by all whom it pays for. */
export const CARD_ALLOWANCE_TOKENS = 50

/** Alarms that only a person can settle, and clears with a word. */
export const CLEARABLE_ALARMS = ['refund_failed', 'card_event', 'chargeback', 'refused_card'] as const
export type ClearableAlarm = (typeof CLEARABLE_ALARMS)[number]

export const ALARMS = [
  'late_payment',
  'refund_overdue',
  'refund_failed',
  'card_event',
  'chargeback',
  'refused_card',
  'overdue_reservation',
  'payment_difference',
] as const

export const confirmSandboxPayment = endpoint({
  method: 'POST',
  path: '/api/sandbox/payments/confirm',
  summary: 'Plays the card form of the built-in card sandbox; absent where real cards are taken.',
  access: 'member',
  startsNew: false,
  who: 'The buyer.',
  changes: 'The simulated payment succeeds, fails or asks for one more confirmation. No money moves.',
  body: z.strictObject({ clientSecret: z.string().max(255), cardNumber: z.string().max(30) }),
  response: z.object({ status: z.string(), paymentIntentId: z.string(), message: z.string().optional() }),
  errors: {
    402: [PURCHASING_CODES.CARD_DECLINED],
    404: [PURCHASING_CODES.PAYMENT_NOT_FOUND],
    409: [PURCHASING_CODES.RESERVATION_EXPIRED],
    503: [PURCHASING_CODES.PAYMENTS_UNAVAILABLE],
  },
})
export const receiveCardEvent = endpoint({
  method: 'POST',
  path: '/api/stripe/webhook',
  summary: "The card provider's signed events.",
  access: 'public',
  who: 'The card provider, by its signature.',
  changes: 'The purchase, refund or alarm that the event is about. A repeat does nothing.',
  kind: 'raw',
  headers: z.object({ 'stripe-signature': z.string() }),
  body: z.looseObject({ id: z.string(), type: z.string() }).describe('An event, byte by byte as it was signed.'),
  response: z.object({ received: z.literal(true) }),
  errors: { 400: [PURCHASING_CODES.BAD_SIGNATURE], 503: [PURCHASING_CODES.PAYMENTS_UNAVAILABLE] },
})
