import type { z } from 'zod'
import type * as admin from '../../src/modules/admin/contract.ts'
import type * as analysis from '../../src/modules/catalog/analysis/contract.ts'
import type * as catalog from '../../src/modules/catalog/contract.ts'
import type * as searches from '../../src/modules/catalog/searches/contract.ts'
import type * as economy from '../../src/modules/economy/contract.ts'
import type * as handover from '../../src/modules/handover/contract.ts'
import type * as identity from '../../src/modules/identity/contract.ts'
import type * as messaging from '../../src/modules/messaging/contract.ts'
import type * as notifications from '../../src/modules/notifications/contract.ts'
import type * as basket from '../../src/modules/purchasing/basket/contract.ts'
import type * as draw from '../../src/modules/purchasing/draw/contract.ts'
import type * as purchasing from '../../src/modules/purchasing/contract.ts'
import type * as recalls from '../../src/modules/recalls/contract.ts'
import type * as wallet from '../../src/modules/wallet/contract.ts'

// Types only: the contracts' schemas stay out of the browser's bundle.

type Exported<Contract> = Contract extends unknown ? Contract[keyof Contract] : never
type AnyEndpoint = Extract<
  Exported<
    | typeof admin
    | typeof analysis
    | typeof basket
    | typeof catalog
    | typeof draw
    | typeof economy
    | typeof handover
    | typeof identity
    | typeof messaging
    | typeof notifications
    | typeof purchasing
    | typeof recalls
    | typeof searches
    | typeof wallet
  >,
  { method: string; path: string }
>

/** Every endpoint of the API by its method and path: `'POST /api/items/:id/purchase'`. */
type Api = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E }
export type Route = keyof Api
/** Routes that take a form with files. */
export type UploadRoute = { [R in Route]: Api[R] extends { kind: 'multipart' } ? R : never }[Route]
export type JsonRoute = Exclude<Route, UploadRoute>
/** Paths that can be read. */
export type GetPath = Route extends infer R ? (R extends `GET ${infer P}` ? P : never) : never

declare const ANSWERS: unique symbol
/** The path of a `GET` with its parameters, which answers an `A`; the key under which SWR caches it. */
export type Path<A> = string & { readonly [ANSWERS]: A }

/** The answer of the server; undefined where there is no body. */
export type Answer<R extends Route> = Api[R] extends { response: infer S extends z.ZodType } ? z.output<S> : undefined

/** A call's `params`, `query` and `body`; can be omitted when all of them are optional. */
export type Input<R extends Route> = Optional<Parts<R>> extends true ? [input?: Parts<R>] : [input: Parts<R>]
type Optional<T> = Partial<T> extends T ? true : T extends Record<string, never> ? true : false
type Parts<R extends Route> = Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'>
type Part<R extends Route, Name extends string> =
  Api[R] extends Record<Name, infer S extends z.ZodType>
    ? Optional<Sent<S>> extends true
      ? { [N in Name]?: Sent<S> }
      : { [N in Name]: Sent<S> }
    : { [N in Name]?: never }

/** The fields of a form and their files. */
export type Form<R extends UploadRoute> = Api[R] extends { body: infer S extends z.ZodType }
  ? z.input<S> & Record<string, File[]>
  : never

/** A converting schema accepts `unknown`; callers send the type that comes out. */
type Sent<S extends z.ZodType> = Known<z.input<S>, z.output<S>>
type Known<I, O> = { [K in keyof I]: unknown extends I[K] ? O[K & keyof O] : I[K] }

/** `/api/items/:id`, `/api/items` and `/api`: prefixes that several paths share. */
export type Prefix<P extends string = GetPath, Head extends string = ''> = P extends `/${infer Part}/${infer Rest}`
  ? `${Head}/${Part}` | Prefix<`/${Rest}`, `${Head}/${Part}`>
  : `${Head}${P}`
