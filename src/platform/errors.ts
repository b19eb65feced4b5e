import { inEnglish } from './language/translate.ts'
import { type Said, type Saying, words } from './language/words.ts'

/** One invalid field: its path inside the body, and what is wrong with it, for a person. */
export interface ErrorDetail {
  path: (string | number)[]
  message: string | Said
}

/**
 * An expected failure. The HTTP layer answers it with `status` and `{code, error, message, details?}`, in the language of
 * whoever asks; everything else that is thrown is a 500 and is logged.
 */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  /** The message that is put into words where it is answered; `message` is the same in English. */
  readonly said: Saying
  readonly details: ErrorDetail[] | undefined
  /** Seconds after which a repeat may succeed; sent as `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(code: string, status: number, said: Saying, more: { details?: ErrorDetail[]; retryAfter?: number } = {}) {
    super(inEnglish(said))
    this.said = said
    this.name = new.target.name
    this.code = code
    this.status = status
    this.details = more.details
    this.retryAfter = more.retryAfter
  }
}

export class NotFound extends AppError {
  constructor(message: string | Said = words('Not found'), code = 'NOT_FOUND') {
    super(code, 404, message)
  }
}

export class Forbidden extends AppError {
  constructor(message: string | Said = words('You are not allowed to do this'), code = 'FORBIDDEN') {
    super(code, 403, message)
  }
}

export class NotSignedIn extends AppError {
  constructor(message: string | Said = words('Please log in first')) {
    super('NOT_SIGNED_IN', 401, message)
  }
}

/** 409: the request is fine, the state of things does not allow it. */
export class Conflict extends AppError {
  constructor(code: string, message: string | Said) {
    super(code, 409, message)
  }
}

/** Thrown where a command of the operators or a starting process can't go on. */
export class Refused extends AppError {
  constructor(message: string | Said) {
    super('REFUSED', 409, message)
  }
}

/** 400 with the fields that are wrong, in field order. */
export class ValidationFailed extends AppError {
  constructor(details: ErrorDetail[]) {
    super('VALIDATION_FAILED', 400, details[0]?.message ?? 'The request is not valid', { details })
  }
}

/** While the database is. */
export const AWAY = words("The market isn't available right now. Please try again shortly.")

/** 503: a provider or the database is away; nothing was changed, a later repeat may succeed. */
export class Unavailable extends AppError {
  constructor(message: string | Said, code = 'UNAVAILABLE') {
    super(code, 503, message, { retryAfter: 5 })
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The error with which an error in an error, or several at once, began. */
export function innermost(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause]
  return first instanceof Error ? innermost(first) : error
}
