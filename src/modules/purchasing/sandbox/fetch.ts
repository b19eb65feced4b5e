import { randomUUID } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { answerSandbox } from './api.ts'

/** A `fetch` whose every request is answered by the card sandbox, in this process and without a socket. */
export function sandboxFetch(ctx: Context): typeof fetch {
  return async (input, init = {}) => {
    const { method, url, headers } = new Request(input, { ...init, body: null })
    const { pathname, search } = new URL(url)
    const { status, body, replayed } = await answerSandbox(ctx, {
      method,
      path: pathname + search,
      headers: Object.fromEntries(headers),
      body: typeof init.body === 'string' ? init.body : '',
    })
    return Response.json(body, {
      status,
      headers: {
        'request-id': `req_${randomUUID()}`,
        ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
      },
    })
  }
}
