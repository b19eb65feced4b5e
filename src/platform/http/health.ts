import type { Middleware } from 'koa'
import type { Context } from '../context.ts'
import { withDeadline } from '../process/deadline.ts'
import { NEEDS } from '../demand-needs.ts'
import { isClosing } from './shutdown.ts'

/** A balancer must hear of trouble while it still listens. */
const DEADLINE_MS = 5000
/** A bucket's answer is believed for so long: each answer may cost money. */
const PHOTOS_MS = 10_000

/**
 * `/healthz`: the process lives. `/readyz`: database and queue answer, and it is not about to end: requests can be
 * served; otherwise it names what is missing. Without its photos the market is ready all the same, and says so, and so it
 * is for readers while a replica stands in for the database.
 */
export function health(ctx: Context): Middleware {
  const isThere = async (need: keyof typeof NEEDS) => {
    try {
      await withDeadline(DEADLINE_MS, () => NEEDS[need](ctx))
      return true
    } catch (error) {
      ctx.log.warn({ err: error, need }, 'something that the market needs does not answer')
      return false
    }
  }
  const photos = { askedAt: -Infinity, areThere: true }
  /** Nobody waits for a bucket: the answer is what it said last. */
  const arePhotosThere = () => {
    if (performance.now() - photos.askedAt > PHOTOS_MS) {
      photos.askedAt = performance.now()
      void isThere('photos').then((areThere) => (photos.areThere = areThere))
    }
    return photos.areThere
  }

  return async (http, next) => {
    if (http.path === '/healthz') http.body = { status: 'ok' }
    else if (http.path === '/readyz' && isClosing(http)) {
      http.status = 503
      http.body = { status: 'closing' }
    } else if (http.path === '/readyz') {
      const needed = ['database', 'queue'] as const
      const answers = await Promise.all(needed.map(isThere))
      const away = needed.filter((_, place) => !answers[place])
      const missing = arePhotosThere() ? away : [...away, 'photos']
      const status = away.length === 0 ? 'ready' : ctx.readers.keepsUp() ? 'ready for readers' : 'unavailable'
      http.status = status === 'unavailable' ? 503 : 200
      http.body = { status, ...(missing.length > 0 ? { missing } : {}) }
    } else await next()
  }
}
