import type { z } from 'zod'

/** The steps of being let in: not at all, signed in, or trusted with the whole site. */
export type Access = 'public' | 'member' | 'admin'

/**
 * One call of the API as both sides know it: the server validates and documents by it, the site types its requests by it.
 * `body`, `query` and `params` are strict objects, so unknown fields are refused. The API reference is made from this.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` parameters, from `/api` on. */
  path: string
  /** Its purpose, for the API reference; its first sentence stands in lists. */
  summary: string
  /** The access that a caller needs at all; finer rules, such as whose a row is, are the use case's. */
  access: Access
  /** The finer rule in words for the API reference. */
  who?: string
  /**
   * Whether it starts something new between its caller and others, which who is barred from that may not; `'sometimes'`: the
   * handler asks `start()` where it does. Each call of a member that writes says it.
   */
  startsNew?: boolean | 'sometimes'
  /** Its effect, for the API reference; absent for calls that only read. */
  changes?: string
  params?: z.ZodType
  query?: z.ZodType
  /** For a `multipart` endpoint it only says what the form holds, for a `raw` one what the bytes do. */
  body?: z.ZodType
  /** Request headers that count. Told, not checked. */
  headers?: z.ZodType
  /** Shape of the 2xx body; absent for answers without one. */
  response?: z.ZodType
  /** Success status, 200 if left out. */
  status?: number
  /**
   * `multipart` routes take file uploads, `raw` ones read the body as bytes, `events` ones answer a stream of server-sent
   * events, `csv` ones a table to download, and `calendar` ones dates (RFC 5545); everything else is JSON.
   */
  kind?: 'json' | 'multipart' | 'raw' | 'events' | 'csv' | 'calendar' | 'feed'
  /** Status -> codes of its own errors, beside those that any call of its sort may answer (see src/open-api). */
  errors?: Readonly<Record<number, readonly string[]>>
}

/** Keeps the literal types of an endpoint, so that handlers and callers are typed by it. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
