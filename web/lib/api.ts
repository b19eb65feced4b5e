/** One invalid field of a request: its path inside the body, and what is wrong with it. */
export interface ErrorDetail {
  path: (string | number)[]
  message: string
}

/** Any answer that is not 2xx. `message` is ready to be shown. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly details: ErrorDetail[]

  constructor(status: number, message: string, code?: string, details: ErrorDetail[] = []) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
  }
}

/** The answer's JSON. @throws {ApiError} for an answer that is not 2xx @throws {TypeError} when the network is away */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(path, { method, credentials: 'include', ...payload(body) })
  const text = await answer.text()
  if (!answer.ok) throw toApiError(answer.status, answer.statusText, text)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** A form goes out as multipart, anything else as JSON. */
function payload(body: unknown): RequestInit {
  if (body === undefined) return {}
  if (body instanceof FormData) return { body }
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

export const getJson = <T>(path: string): Promise<T> => request<T>('GET', path)

/** One page of a list, with what its headers tell. */
export interface Page<T> {
  items: T[]
  /** Number of matches over all pages. */
  total: number
  /** Path of the next page. */
  next: string | null
}

/** Reads `X-Total-Count` and `Link: <…>; rel="next"` (RFC 8288). @throws {ApiError} */
export async function getPage<T>(path: string): Promise<Page<T>> {
  const answer = await fetch(path, { credentials: 'include' })
  const text = await answer.text()
  if (!answer.ok) throw toApiError(answer.status, answer.statusText, text)
  const items = JSON.parse(text) as T[]
  const next = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  return {
    items,
    total: Number(answer.headers.get('x-total-count') ?? items.length),
    next: next === undefined ? null : next.replace(/^https?:\/\/[^/]+/, ''),
  }
}

export function toApiError(status: number, statusText: string, text: string): ApiError {
  const body = parseObject(text)
  const details = Array.isArray(body.details) ? (body.details as ErrorDetail[]) : []
  const code = typeof body.code === 'string' ? body.code : undefined
  return new ApiError(status, messageOf(status, statusText, text, body, details), code, details)
}

function messageOf(
  status: number,
  statusText: string,
  text: string,
  body: Record<string, unknown>,
  details: ErrorDetail[],
): string {
  if (details.length > 0) {
    return `Validation failed: ${details.map(({ path, message }) => `${path.join('.')}: ${message}`).join(', ')}`
  }
  if (typeof body.error === 'string' && body.error) return body.error
  if (typeof body.message === 'string' && body.message) return body.message
  return `${status}: ${text || statusText}`
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** What to show of anything that was thrown. */
export function messageFrom(error: unknown, fallback: string): string {
  return error instanceof ApiError ? error.message : fallback
}

/** The message that belongs to one field of a form. */
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.details.find(({ path }) => path[0] === field)?.message : undefined
}

/** For pages about one thing: null when there is no such thing (or its id can't be one). */
export async function getOrNull<T>(path: string): Promise<T | null> {
  try {
    return await getJson<T>(path)
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}
