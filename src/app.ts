import Koa from 'koa'
import compress from 'koa-compress'
import { adminRoutes } from './modules/admin/routes.ts'
import { catalogRoutes } from './modules/catalog/routes.ts'
import { findCaller } from './modules/identity/index.ts'
import { identityRoutes } from './modules/identity/routes.ts'
import { messagingRoutes } from './modules/messaging/routes.ts'
import { purchasingRoutes } from './modules/purchasing/routes.ts'
import { openAccount } from './modules/wallet/index.ts'
import { walletRoutes } from './modules/wallet/routes.ts'
import type { Context } from './platform/context.ts'
import { answerErrors } from './platform/http/answer-errors.ts'
import { createApi } from './platform/http/api.ts'
import { sameOrigin } from './platform/http/same-origin.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { sessionKeys } from './platform/http/session-keys.ts'
import { sessions } from './platform/http/session.ts'

/** The whole HTTP side: middleware in order, then each module's routes. */
export function createApp(ctx: Context): Koa {
  const { config } = ctx
  const app = new Koa({
    keys: sessionKeys(config),
    proxy: config.TRUST_PROXY > 0,
    maxIpsCount: config.TRUST_PROXY,
  })
  const api = createApi((id) => findCaller(ctx.db, id))
  identityRoutes(api, ctx, { welcome: openAccount })
  catalogRoutes(api, ctx)
  walletRoutes(api, ctx)
  purchasingRoutes(api, ctx)
  messagingRoutes(api, ctx)
  adminRoutes(api, ctx)

  app.use(securityHeaders(config))
  app.use(compress({ threshold: 1024, zstd: false, deflate: false }))
  app.use(answerErrors(ctx.log))
  app.use(sameOrigin(config))
  app.use(sessions(app, ctx))
  app.use(api.router.routes())
  app.use(api.router.allowedMethods())
  return app
}
