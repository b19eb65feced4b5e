/** An answer other than 200, in the provider's shape. */
export interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  payment_intent?: object
}

export class SandboxError extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export function invalid(message: string, more: { code?: string; param?: string } = {}, status = 400): SandboxError {
  return new SandboxError(status, { type: 'invalid_request_error', message, ...more })
}

export const missing = (what: string, id: string) =>
  invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param: 'intent' }, 404)
