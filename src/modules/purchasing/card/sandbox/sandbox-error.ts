/** The `error` of an answer, in the provider's shape. */
export interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
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

export const invalid = (message: string, more: Partial<ErrorBody> = {}, status = 400) =>
  new SandboxError(status, { type: 'invalid_request_error', message, ...more })

/** @param where the parameter that named it; an object in the path is a 404, one in the body a 400 */
export const missing = (kind: string, id: string, where: { param: string; status: 400 | 404 }) =>
  invalid(`No such ${kind}: '${id}'`, { code: 'resource_missing', param: where.param }, where.status)
