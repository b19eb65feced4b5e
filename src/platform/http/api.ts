import Router from '@koa/router'
import { z } from 'zod'
import type { Access, Endpoint } from '../endpoint.ts'
import { AWAY, NotFound, NotSignedIn, Unavailable } from '../errors.ts'
import { readBody } from './body.ts'
import type { Http } from './http.ts'
import { parse, parseParams } from './parse-input.ts'
import { sayOnlyLooking } from './pages/read-for.ts'
import { type Caller, isUnknown, sessionCaller } from './session/session.ts'

type Parsed<E extends Endpoint, Part extends 'params' | 'query' | 'body'> = E[Part] extends z.ZodType
  ? z.output<E[Part]>
  : undefined

/** A handler's argument: validated input, and the caller (null only where access is public). */
export interface Call<E extends Endpoint> {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: E['kind'] extends 'multipart' | 'raw' ? undefined : Parsed<E, 'body'>
  caller: E['access'] extends 'public' ? Caller | null : Caller
  http: Http
  /** To be called where an endpoint that `startsNew` sometimes does. @throws when the caller is barred from that */
  start: () => void
}

type Answer<E extends Endpoint> = E['response'] extends z.ZodType
  ? Promise<z.input<E['response']> | undefined>
  : Promise<void>

/** The API under construction: modules put their endpoints on it; what stands in `endpoints` is what is served. */
export interface Api {
  router: Router
  endpoints: Endpoint[]
  /** Serves `endpoint`. A handler that sets `http.body` itself (text made by the database, a stream) returns nothing. */
  on<const E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Answer<E>): void
  /** Calls `listener` after each call that may have changed something, before its answer is sent. */
  onWritten(listener: () => void): void
  /** The answer of `GET path` to whoever sent the request `http`, without a second request. @throws as the call would */
  read(path: string, http: Http): Promise<{ body: unknown; headers: Headers }>
}

/** The rules of access and suspension, as the modules have it; each throws what the caller is to read. */
interface Gates {
  /** Throws where an endpoint asks for more access than every member has, and the caller hasn't got it. */
  refuseAccess: (caller: Caller, access: Access) => void
  /** Throws when the caller may start nothing new. */
  refuseBarred: (caller: Caller) => void
}

export function createApi({ refuseAccess, refuseBarred }: Gates): Api {
  // One spelling for each address: what stands around the routes goes by it.
  const router = new Router({ sensitive: true })
  const endpoints: Endpoint[] = []
  const reads = new Map<unknown, (http: Http) => Promise<void>>()
  const writeListeners: (() => void)[] = []
  return {
    router,
    endpoints,
    on(endpoint, handle) {
      const serve = async (http: Http) => {
        const caller = admit(endpoint, http)
        if (caller && endpoint.access !== 'public') refuseAccess(caller, endpoint.access)
        const start = () => {
          if (caller) refuseBarred(caller)
        }
        if (endpoint.startsNew === true) start()
        const params = parseParams(endpoint.params, http['params'])
        const query = parse(endpoint.query, http.query)
        const body = await parseBody(endpoint, http)
        const answer = await handle({ params, query, body, caller, http, start } as Call<typeof endpoint>).finally(
          () => {
            if (endpoint.method !== 'GET') for (const notify of writeListeners) notify()
          },
        )
        if (answer !== undefined) http.body = answer
        if (http.status === 304) return
        if (http.body == null) http.status = 204
        else if (http.status === 404 || http.status === 200) http.status = endpoint.status ?? 200
      }
      endpoints.push(endpoint)
      if (endpoint.method === 'GET') reads.set(endpoint.path, serve)
      router.register(endpoint.path, [endpoint.method.toLowerCase()], serve)
    },
    onWritten(listener) {
      writeListeners.push(listener)
    },
    async read(path, http) {
      const { pathname, searchParams } = new URL(path, 'http://site')
      const layer = router.match(pathname, 'GET').pathAndMethod.at(-1)
      const serve = reads.get(layer?.path)
      if (!layer || !serve) throw new NotFound()
      const params = layer.params(pathname, layer.captures(pathname))
      const inner = innerRequest(http, { path: pathname, query: queryOf(searchParams), params })
      await serve(inner)
      const { body } = inner
      const text = typeof body === 'string' || Buffer.isBuffer(body)
      return { body: text ? (JSON.parse(String(body)) as unknown) : body, headers: inner.innerHeaders }
    },
  }
}

/** A request inside of `http`: the same visitor and session, but a path and an answer of its own. */
function innerRequest(http: Http, own: { path: string; query: Http['query']; params: Record<string, string> }) {
  const innerHeaders = new Headers()
  const answer = {
    ...own,
    method: 'GET',
    status: 404,
    body: undefined as unknown,
    type: '',
    innerHeaders,
    // Headers about what the visitor's browser has, or can unpack, belong to the answer around this one.
    fresh: false,
    acceptsEncodings: () => 'identity',
    set: (name: string, value: string) => innerHeaders.set(name, value),
    append: (name: string, value: string) => innerHeaders.append(name, value),
  }
  return Object.create(http, Object.getOwnPropertyDescriptors(answer)) as Http & typeof answer
}

/** As Koa reads it: a name that stands there more than once is a list. */
function queryOf(search: URLSearchParams): Http['query'] {
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const [first, ...more] = search.getAll(name)
      return [name, more.length === 0 ? first : [first ?? '', ...more]]
    }),
  )
}

function admit(endpoint: Endpoint, http: Http): Caller | null {
  const caller = sessionCaller(http)
  if (endpoint.access === 'public') return caller
  if (isUnknown(http)) {
    sayOnlyLooking(http)
    throw new Unavailable(AWAY)
  }
  if (!caller) throw new NotSignedIn()
  return caller
}

const NoFields = z.strictObject({})

async function parseBody(endpoint: Endpoint, http: Http): Promise<unknown> {
  const json = endpoint.kind === undefined || endpoint.kind === 'json'
  if (!json || endpoint.method === 'GET' || endpoint.method === 'DELETE') return undefined
  return parse(endpoint.body ?? NoFields, await readBody(http))
}
