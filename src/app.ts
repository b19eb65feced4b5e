import Koa from 'koa'
import { createApi } from './platform/http/api.ts'
import type { Context } from './platform/context.ts'
import { AppError } from './platform/errors.ts'

/** The whole HTTP side: middleware in order, then each module's routes. */
export function createApp(ctx: Context): Koa {
  const app = new Koa()
  const api = createApi(() => Promise.resolve(null))
  app.use(async (http, next) => {
    try {
      await next()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      http.status = error.status
      http.body = { code: error.code, error: error.message, message: error.message, details: error.details }
    }
  })
  app.use(api.router.routes())
  return app
}
