import type { Middleware } from 'koa'
import type { Context } from '../context.ts'
import { withDeadline } from '../deadline.ts'
import { isClosing } from './shutdown.ts'

/** A balancer must hear of trouble while it still listens. */
const DEADLINE_MS = 5000

/** `/healthz`: the process lives. `/readyz`: database and queue answer, and it is not about to end: requests can be served. */
export function health({ db, queue, log }: Context): Middleware {
  return async (http, next) => {
    if (http.path === '/healthz') http.body = { status: 'ok' }
    else if (http.path === '/readyz' && isClosing(http)) {
      http.status = 503
      http.body = { status: 'closing' }
    } else if (http.path === '/readyz') {
      try {
        await withDeadline(DEADLINE_MS, () => Promise.all([db.raw('select 1'), queue.boss.isInstalled()]))
        http.body = { status: 'ready' }
      } catch (error) {
        log.warn({ err: error }, 'not ready')
        http.status = 503
        http.body = { status: 'unavailable' }
      }
    } else await next()
  }
}
