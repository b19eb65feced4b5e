import type { z } from 'zod'

/**
 * One call of the API as both sides know it: the server validates and documents by it, the site types its requests by it.
 * `body`, `query` and `params` are strict objects, so unknown fields are refused.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path with `:name` parameters, from `/api` on. */
  path: string
  /** One sentence for the API reference. */
  summary: string
  /** Who may call it at all; finer rules (owner, buyer) are the use case's. */
  access: 'public' | 'member' | 'admin'
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Shape of the 2xx body; absent for answers without one. */
  response?: z.ZodType
  /** Success status, 200 if left out. */
  status?: number
  /** `multipart` routes take file uploads, `raw` ones read the body as bytes; everything else is JSON. */
  kind?: 'json' | 'multipart' | 'raw'
}

/** Keeps the literal types of an endpoint, so that handlers and callers are typed by it. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
