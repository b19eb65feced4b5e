import Router from '@koa/router'
import type { ParameterizedContext } from 'koa'
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Forbidden, NotSignedIn, ValidationFailed, type ErrorDetail } from '../errors.ts'
import { readBody } from './body.ts'

/** The signed-in member, as far as every route needs to know them. */
export interface Caller {
  id: string
  isAdmin: boolean
}

export type Http = ParameterizedContext

type Parsed<E extends Endpoint, Part extends 'params' | 'query' | 'body'> = E[Part] extends z.ZodType
  ? z.output<E[Part]>
  : undefined

/** What a handler gets: validated input, and the caller (null only where access is public). */
export interface Call<E extends Endpoint> {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
  caller: E['access'] extends 'public' ? Caller | null : Caller
  http: Http
}

type Answer<E extends Endpoint> = E['response'] extends z.ZodType ? z.input<E['response']> : void

/** The API under construction: modules put their endpoints on it; what stands in `endpoints` is what is served. */
export interface Api {
  router: Router
  endpoints: Endpoint[]
  /** Serves `endpoint`. A handler that sets `http.body` itself (text made by the database, a stream) returns nothing. */
  on<const E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<Answer<E> | undefined>): void
}

/** @param findCaller the member of that id, or null when they are gone */
export function createApi(findCaller: (memberId: string) => Promise<Caller | null>): Api {
  const router = new Router()
  const endpoints: Endpoint[] = []
  return {
    router,
    endpoints,
    on(endpoint, handle) {
      endpoints.push(endpoint)
      router.register(endpoint.path, [endpoint.method.toLowerCase()], async (http) => {
        const caller = await admit(endpoint, http, findCaller)
        const call = {
          params: parse(endpoint.params, http['params']),
          query: parse(endpoint.query, http.query),
          body:
            endpoint.kind === undefined || endpoint.kind === 'json'
              ? parse(endpoint.body, await jsonOf(endpoint, http))
              : undefined,
          caller,
          http,
        }
        const answer = await handle(call as Call<typeof endpoint>)
        if (answer !== undefined) http.body = answer
        if (http.body == null) http.status = 204
        else if (http.status === 404 || http.status === 200) http.status = endpoint.status ?? 200
      })
    },
  }
}

async function admit(
  endpoint: Endpoint,
  http: Http,
  findCaller: (id: string) => Promise<Caller | null>,
): Promise<Caller | null> {
  const id: unknown = http['session']?.memberId
  const caller = typeof id === 'string' ? await findCaller(id) : null
  if (endpoint.access === 'public') return caller
  if (!caller) throw new NotSignedIn()
  if (endpoint.access === 'admin' && !caller.isAdmin) throw new Forbidden('You do not have admin access')
  return caller
}

async function jsonOf(endpoint: Endpoint, http: Http): Promise<unknown> {
  return endpoint.body === undefined ? undefined : await readBody(http)
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ValidationFailed(result.error.issues.flatMap(detailsOf))
}

function detailsOf(issue: z.core.$ZodIssue): ErrorDetail[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: `Unknown field ${key}` }))
  }
  return [{ path, message: issue.message }]
}
