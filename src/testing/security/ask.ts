import type { z } from 'zod'
import type { Endpoint } from '../../platform/endpoint.ts'
import { errorsOf } from '../../open-api/answers.ts'
import type { TestClient } from '../market/client.ts'

/** A request as it goes out: `body` is a form, or JSON that need not be valid. */
export interface Asked {
  path: string
  body?: string | FormData | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

export interface Given {
  status: number
  type: string
  text: string
  headers: Headers
}

/** Sends with the client's cookies; of a stream only its beginning is waited for. */
export async function ask(client: TestClient, method: string, { path, body, headers }: Asked): Promise<Given> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const hangUp = new AbortController()
  const response = await fetch(client.url + path, {
    method,
    redirect: 'manual',
    signal: hangUp.signal,
    headers: {
      origin: client.url,
      ...(cookie !== '' && { cookie }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  const type = response.headers.get('content-type') ?? ''
  const stream = type.startsWith('text/event-stream')
  const text = stream ? '' : await response.text()
  if (stream) hangUp.abort()
  return { status: response.status, type, text, headers: response.headers }
}

/**
 * The fault of an answer, judged by the endpoint's contract: an undocumented status or code, a body of another shape, a
 * 500. Undefined for an answer that keeps the contract.
 */
export function faultOf(endpoint: Endpoint, given: Given): string | undefined {
  const { status, type, text } = given
  if (status === (endpoint.status ?? 200)) return faultOfSuccess(endpoint, type, text)
  const codes = errorsOf(endpoint).get(status)
  if (!codes) return `undocumented status ${status}`
  const fault = faultOfError(given)
  if (fault !== undefined) return fault
  const { code } = JSON.parse(text) as { code: string }
  return codes.includes(code) ? undefined : `undocumented code ${code} of ${status}`
}

/** The fault of a refusal under `/api`, whatever was asked for. */
export function faultOfError({ status, type, text, headers }: Given): string | undefined {
  if (status >= 500 && status !== 503) return `status ${status}`
  if (!type.startsWith('application/json')) return `an error as ${type}`
  const { code, error, message, details, ...more } = JSON.parse(text) as Record<string, unknown>
  if (Object.keys(more).length > 0) return `an error with ${Object.keys(more).join(', ')}`
  if (typeof error !== 'string' || error === '' || error !== message) return 'an error without its sentence'
  if (typeof code !== 'string' || !/^[A-Z][A-Z_]*$/.test(code)) return 'an error without a code'
  if (details !== undefined && !areDetails(details)) return 'details of another shape'
  if (status === 429 && !(Number(headers.get('retry-after')) > 0)) return 'a 429 without Retry-After'
  return undefined
}

function areDetails(details: unknown): boolean {
  return (
    Array.isArray(details) &&
    details.every(
      (detail: unknown) =>
        typeof detail === 'object' &&
        detail !== null &&
        Object.keys(detail).sort().join() === 'message,path' &&
        'path' in detail &&
        Array.isArray(detail.path),
    )
  )
}

function faultOfSuccess({ kind, response }: Endpoint, type: string, text: string): string | undefined {
  if (kind === 'events') return type.startsWith('text/event-stream') ? undefined : `events as ${type}`
  if (kind === 'csv') return type.startsWith('text/csv') ? undefined : `a table as ${type}`
  if (kind === 'feed') return type.startsWith('application/atom+xml') ? undefined : `a feed as ${type}`
  if (kind === 'calendar') return type.startsWith('text/calendar') ? undefined : `appointments as ${type}`
  if (!response) return text === '' ? undefined : 'a body where there should be none'
  if (!type.startsWith('application/json')) return `an answer as ${type}`
  const body: unknown = JSON.parse(text)
  const parsed = response.safeParse(body)
  if (!parsed.success) return `another shape: ${shapeFaults(parsed.error)}`
  return undeclared(body, parsed.data, '')
}

function shapeFaults(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
}

/** The path of a field that the contract does not know: parsing has left it out. */
function undeclared(body: unknown, parsed: unknown, path: string): string | undefined {
  if (typeof body !== 'object' || body === null || typeof parsed !== 'object' || parsed === null) return undefined
  for (const [key, value] of Object.entries(body)) {
    if (!(key in parsed)) return `undeclared field ${path}${key}`
    const inner = undeclared(value, (parsed as Record<string, unknown>)[key], `${path}${key}.`)
    if (inner !== undefined) return inner
  }
  return undefined
}
