import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import Koa from 'koa'
import compress from 'koa-compress'
import { adminRoutes } from './modules/admin/routes.ts'
import { archiveAge } from './modules/backup/index.ts'
import { isReported, readWaiting, recordReading } from './modules/admin/index.ts'
import { catalogRoutes, measureAnalyses } from './modules/catalog/routes.ts'
import { callerQuery, lockPresentMember, refuseAccess, refuseSuspended } from './modules/identity/index.ts'
import { closeCalendarFeed, tradeBetween, waitingTrades } from './modules/handover/index.ts'
import { economyRoutes, measureEconomy } from './modules/economy/routes.ts'
import { handoverRoutes } from './modules/handover/routes.ts'
import { identityRoutes, rememberReferral } from './modules/identity/routes.ts'
import { usualReply } from './modules/messaging/index.ts'
import { messagingRoutes } from './modules/messaging/routes.ts'
import { notificationRoutes } from './modules/notifications/routes.ts'
import { receiveCardEvent } from './modules/purchasing/contract.ts'
import { DRAWS, isActive, nameOrders } from './modules/purchasing/index.ts'
import { purchasingRoutes } from './modules/purchasing/routes.ts'
import { balanceOf, canPay, lastDigest, openAccount } from './modules/wallet/index.ts'
import { recallRoutes } from './modules/recalls/routes.ts'
import { walletRoutes } from './modules/wallet/routes.ts'
import { openApiRoutes } from './open-api/routes.ts'
import type { Context } from './platform/context.ts'
import { withinBudget } from './platform/process/deadline.ts'
import { endedJobs, overdueJobs, reportQueues, workerSilence } from './platform/jobs/job-report.ts'
import { answerErrors } from './platform/http/answer-errors.ts'
import { createApi, type Api } from './platform/http/api.ts'
import { takenAsItIs } from './platform/http/pages/compressed.ts'
import { hasLeft } from './platform/http/limits/has-left.ts'
import { health } from './platform/http/health.ts'
import { limitReads } from './platform/http/limits/limit-reads.ts'
import { limitWrites } from './platform/http/limits/limit-writes.ts'
import { createMetrics, type Metrics } from './platform/http/metrics.ts'
import { observe } from './platform/http/observe.ts'
import { inlineScripts, pages } from './platform/http/pages/pages.ts'
import { cookiesStayPrivate, privateAnswers } from './platform/http/pages/private-answers.ts'
import { ownHosts } from './platform/http/session/own-hosts.ts'
import { sameOrigin } from './platform/http/session/same-origin.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { securityTxt } from './platform/http/security-txt.ts'
import { sessionKeys } from './platform/http/session/session-keys.ts'
import { sessions } from './platform/http/session/session.ts'
import { sharedFiles } from './platform/http/pages/shared-files.ts'
import { siteManifest } from './platform/http/pages/site-manifest.ts'
import { staticFiles } from './platform/http/pages/static-files.ts'
import { languages } from './platform/language/language-of.ts'
import { isTracing, traceRequests } from './platform/process/tracing.ts'
import { followSite } from './platform/site/site.ts'
import { addresses } from './site.ts'

export const DIST = fileURLToPath(new URL('../dist', import.meta.url))

/** For all that a request asks of others; what is left of half a minute is for cleaning up behind one that fails. */
const REQUEST_MS = 22_000

/**
 * The whole HTTP side: middleware in order, then each module's routes.
 * @param dist folder of the built site
 * @param requestMs how long a request may wait for others
 */
export function createApp(ctx: Context, dist = DIST, requestMs = REQUEST_MS): Koa {
  const { config, log } = ctx
  const app = new Koa({
    keys: sessionKeys(config),
    proxy: config.TRUST_PROXY > 0,
    maxIpsCount: config.TRUST_PROXY,
  })
  app.on('error', (error: Error) => {
    if (hasLeft(error)) log.debug('a browser has left before its answer was whole')
    else log.warn({ err: error }, 'an answer broke off')
  })

  followSite(ctx)
  const api = mountApi(ctx)
  const metrics = createMetrics(config, log)
  measureMarket(ctx, metrics)
  const isOnlyLooking = () => ctx.readers.isPrimaryAway()
  const { visitorsPages, otherPages } = pages({
    api,
    config,
    listener: ctx.listener,
    isOnlyLooking,
    log,
    dist,
    addresses,
    site: ctx.site,
  })
  if (isTracing()) app.use(traceRequests(config))
  app.use(observe(config, log, metrics))
  app.use(securityHeaders(config, inlineScripts(dist)))
  app.use(languages(ctx.site))
  // Errors around the routes are answered with the same headers.
  app.use(answerErrors(log))
  app.use(takenAsItIs)
  app.use(compress({ threshold: 4096, zstd: false, deflate: false, filter: isCompressible }))
  app.use(cookiesStayPrivate)
  app.use(answerErrors(log))
  app.use((_http, next) => withinBudget(requestMs, next))
  app.use(health(ctx))
  app.use(ownHosts(config))
  app.use(metrics.serve)
  app.use(securityTxt(ctx))
  app.use(siteManifest(ctx.site, join(dist, 'client')))
  app.use(staticFiles(join(dist, 'client')))
  app.use(sharedFiles(ctx))
  app.use(privateAnswers(config))
  app.use(rememberReferral((path) => addresses.isForReaders(path)))
  // Before whatever only concerns members and writes.
  app.use(visitorsPages)
  app.use(sameOrigin(config))
  app.use(sessions(app, ctx, { callerQuery, lockPresentMember }))
  app.use(limitReads())
  app.use(limitWrites(ctx, [receiveCardEvent.path]))
  app.use(otherPages)
  app.use(api.router.routes())
  app.use(api.router.allowedMethods())
  return app
}

function measureMarket(ctx: Context, metrics: Metrics): void {
  const { db, clock } = ctx
  metrics.gauge({
    name: 'market_alarms',
    help: 'What waits for a person, by kind, as on the admin page',
    labelNames: ['kind'],
    async read() {
      return (await readWaiting(ctx)).map(({ kind, count }) => ({ labels: { kind }, value: count }))
    },
  })
  metrics.gauge({
    name: 'market_backup_archived_age_seconds',
    help: 'Since when nothing of the log has reached the backup: above a minute, a machine that burns takes more with it',
    labelNames: [],
    async read() {
      const value = await archiveAge(db, clock.now())
      return value === undefined ? [] : [{ labels: {}, value }]
    },
  })
  metrics.gauge({
    name: 'market_oldest_due_job_seconds',
    help: 'For how long the oldest due job has been waiting: above a minute, workers are missing or hang',
    labelNames: ['queue'],
    read: async () => (await overdueJobs(db)).map(({ queue, seconds }) => ({ labels: { queue }, value: seconds })),
  })
  metrics.gauge({
    name: 'market_failed_jobs',
    help: 'Jobs that are out of attempts',
    labelNames: ['queue'],
    read: async () => (await reportQueues(db)).map(({ queue, failed }) => ({ labels: { queue }, value: failed })),
  })
  metrics.gauge({
    name: 'market_ended_jobs',
    help: 'Jobs that all workers together ended in the last hour: done, or out of attempts',
    labelNames: ['queue', 'outcome'],
    read: async () =>
      (await endedJobs(db)).map(({ queue, outcome, count }) => ({ labels: { queue, outcome }, value: count })),
  })
  metrics.gauge({
    name: 'market_worker_silence_seconds',
    help: 'Since when no worker has looked at the clock, as each does twice a minute: above two minutes, none is there',
    labelNames: [],
    async read() {
      const value = await workerSilence(db)
      return value === undefined ? [] : [{ labels: {}, value }]
    },
  })
  measureAnalyses(db, metrics)
  measureEconomy(ctx, metrics)
}

export function mountApi(ctx: Context): Api {
  const api = createApi({
    refuseAccess,
    refuseBarred: (caller) => refuseSuspended(caller, { now: ctx.clock.now(), timeZone: ctx.site.timeZone }),
  })
  identityRoutes(api, ctx, { openAccount, balanceOf, closeCalendarFeed, lastDigest: lastDigest(ctx) })
  catalogRoutes(api, ctx, { draws: DRAWS, isReported, seekers: { canPay, isActive } })
  recallRoutes(api, ctx)
  walletRoutes(api, ctx)
  purchasingRoutes(api, ctx)
  messagingRoutes(api, ctx, { nameOrders, tradeBetween, waitingTrades })
  notificationRoutes(api, ctx)
  economyRoutes(api, ctx)
  handoverRoutes(api, ctx, {
    usualReply,
    recordReading: (adminId, purchaseId) => recordReading(ctx, adminId, 'dispute.read', [`purchase:${purchaseId}`]),
  })
  adminRoutes(api, ctx)
  openApiRoutes(api, ctx)
  return api
}

/** Text, but not streams of events: those must leave at once. */
function isCompressible(type: string): boolean {
  return /^(text\/(?!event-stream)|application\/(.*\+)?json|image\/svg\+xml)/.test(type)
}
