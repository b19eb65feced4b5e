import Stripe from 'stripe'
import { withDeadline } from '../../../platform/process/deadline.ts'
import { AppError, NotFound, Unavailable } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { PURCHASING_CODES } from '../contract.ts'

/** 402: the bank said no; the message is the provider's, for the buyer to read. */
export class CardDeclined extends AppError {
  constructor(message: string) {
    super(PURCHASING_CODES.CARD_DECLINED, 402, message)
  }
}

/** For one question, with the client's own repetitions. */
const PATIENCE_MS = 20_000

/**
 * Asks the provider.
 * @throws {CardDeclined}
 * @throws {NotFound} PAYMENT_NOT_FOUND for an object that the provider does not have (or has under other keys)
 * @throws {Unavailable} PAYMENTS_UNAVAILABLE where no valid answer came: it may or may not have happened
 * @throws the client's own error for everything that only a mistake of ours explains
 */
export async function ask<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await withDeadline(PATIENCE_MS, request)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') throw away(error)
    throw error instanceof Stripe.errors.StripeError ? explained(error) : error
  }
}

function explained(error: Stripe.errors.StripeError): Error {
  if (error instanceof Stripe.errors.StripeCardError) return new CardDeclined(error.message)
  if (error.code === 'resource_missing')
    return new NotFound('The card provider does not know this payment', PURCHASING_CODES.PAYMENT_NOT_FOUND)
  if (!isAway(error)) return error
  return away(error.detail instanceof Error ? error.detail : error)
}

function away(cause: Error): Unavailable {
  const message = words('Card payments are not available right now. Please try again in a moment.')
  const error = new Unavailable(message, PURCHASING_CODES.PAYMENTS_UNAVAILABLE)
  error.cause = cause
  return error
}

/** A 409 is another request with the same idempotency key that is still under way, or an object that is locked. */
function isAway(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError
  )
}

/** Whether the provider answered that something broke on its side: it may or may not have happened. */
export function failedItself(error: unknown): boolean {
  const cause = error instanceof Unavailable ? error.cause : undefined
  return cause instanceof Stripe.errors.StripeAPIError && (cause.statusCode ?? 0) >= 500
}

/** Whether the provider understood the request and refused it for that reason. */
export function refusedFor(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code
}
