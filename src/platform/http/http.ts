import type { ParameterizedContext } from 'koa'

/** One request and its answer, as Koa holds them. */
export type Http = ParameterizedContext
