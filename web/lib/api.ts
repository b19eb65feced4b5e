import { fetchAnswer } from './offline/freshness.ts'
import { recordMarket } from './offline/only-looking.ts'
import type { Answer, GetPath, Input, JsonRoute, Path } from './endpoints.ts'
import { t } from './t.ts'

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

interface Parts {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
}

/** `path('/api/items/:id', { params: { id } })` */
export function path<P extends GetPath>(pattern: P, ...[input]: Input<`GET ${P}`>): Path<Answer<`GET ${P}`>> {
  return fill(pattern, input) as Path<Answer<`GET ${P}`>>
}

/** @throws {ApiError} for an answer that is not 2xx @throws {TypeError} when the network is away */
export async function call<R extends JsonRoute>(route: R, ...[input]: Input<R>): Promise<Answer<R>> {
  return readJson(await send(route, input))
}

/** Does what can be undone. @returns with the number of the act, from `Link: <…>; rel="undo"` @throws as {@link call} */
export async function callUndoable<R extends JsonRoute>(
  route: R,
  ...[input]: Input<R>
): Promise<{ answer: Answer<R>; act: string }> {
  const answer = await send(route, input)
  return {
    answer: await readJson(answer),
    act: /actions\/(\d+)\/undo>/.exec(answer.headers.get('link') ?? '')?.[1] ?? '',
  }
}

async function send(route: string, input: unknown): Promise<Response> {
  const [method = '', pattern = ''] = route.split(' ')
  const parts = input as Parts | undefined
  const json = parts?.body !== undefined && {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parts.body),
  }
  const path = fill(pattern, parts)
  if (method === 'GET') return fetchAnswer(path)
  // A call that only says so, such as giving up, is still sent when its page is closed.
  return fetch(path, { method, keepalive: !json, ...json })
}

/** @throws as {@link call} */
export async function get<A>(from: Path<A>): Promise<A> {
  return readJson(await fetchAnswer(from))
}

async function readJson<A>(answer: Response): Promise<A> {
  recordMarket(answer)
  const text = await answer.text()
  if (!answer.ok) throw toApiError(answer.status, answer.statusText, text)
  return (text === '' ? undefined : JSON.parse(text)) as A
}

/** Escapes parameters: they may come from the address bar and must not lead to another call. */
export function fill(pattern: string, { params = {}, query = {} }: Parts = {}): string {
  const pathname = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return search.size === 0 ? pathname : `${pathname}?${String(search)}`
}

/** One page of an answer that goes on, with the total and the next page from its headers. */
export interface Page<A> {
  answer: A
  /** Number of matches over all pages, where the server tells it. */
  total: number
  next: Path<A> | null
  /** The search instead of the typed one; null where that was right. */
  showing: string | null
}

/** Reads `X-Total-Count`, `X-Showing` and `Link: <…>; rel="next"` (RFC 8288). @throws {ApiError} */
export async function getPage<A>(from: Path<A>): Promise<Page<A>> {
  const response = await fetchAnswer(from)
  const answer = await readJson<A>(response)
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  const showing = response.headers.get('x-showing')
  return {
    answer,
    total: Number(response.headers.get('x-total-count') ?? 0),
    next: next === undefined ? null : (next.replace(/^https?:\/\/[^/]+/, '') as Path<A>),
    showing: showing && decodeURIComponent(showing),
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
    return t('Validation failed: {problems}', {
      problems: details.map(({ path, message }) => `${path.join('.')}: ${message}`).join(', '),
    })
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

/** A message to show for anything that was thrown: the server's, else `fallback`, with a note when offline. */
export function messageFrom(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.message
  return navigator.onLine
    ? fallback
    : t('{problem} You seem to be offline.', { problem: fallback.replace(/\.?$/, '.') })
}

/** The message that belongs to one field of a form. */
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.details.find(({ path }) => path[0] === field)?.message : undefined
}

/** For pages about one thing: null when it doesn't exist or its id is invalid. */
export async function getOrNull<A>(from: Path<A>): Promise<A | null> {
  try {
    return await get(from)
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}
