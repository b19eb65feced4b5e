import { fileURLToPath } from 'node:url'
import { QUEUES, type JobPayload, type QueueName } from './events.ts'
import { keepBackup } from './modules/backup/index.ts'
import { adminJobs } from './modules/admin/jobs.ts'
import { backupJobs } from './modules/backup/jobs.ts'
import { catalogJobs } from './modules/catalog/jobs.ts'
import { readMeters } from './modules/economy/index.ts'
import { economyJobs } from './modules/economy/jobs.ts'
import { promisesOf } from './modules/handover/index.ts'
import { handoverJobs } from './modules/handover/jobs.ts'
import { identityJobs } from './modules/identity/jobs.ts'
import { messagingJobs } from './modules/messaging/jobs.ts'
import { notify } from './modules/notifications/index.ts'
import { notificationJobs } from './modules/notifications/jobs.ts'
import { ACTIVE_MEMBERS, purchaseNote, tradedOutside } from './modules/purchasing/index.ts'
import { purchasingJobs } from './modules/purchasing/jobs.ts'
import { recallJobs } from './modules/recalls/jobs.ts'
import { lastDigest } from './modules/wallet/index.ts'
import { walletJobs } from './modules/wallet/jobs.ts'
import { openContext } from './open-context.ts'
import type { Context } from './platform/context.ts'
import { demandNeeds } from './platform/demand-needs.ts'
import type { JobHandler } from './platform/jobs/queue.ts'
import { followSite } from './platform/site/site.ts'
import { runProcess } from './run-process.ts'

export type Handlers = { [Name in QueueName]: (payload: JobPayload<Name>) => Promise<void> }

/** Every queue with its handler; a queue without one does not compile. */
export function handlers(ctx: Context): Handlers {
  return {
    ...adminJobs(ctx),
    ...backupJobs(ctx),
    ...catalogJobs(ctx),
    ...economyJobs(ctx),
    ...handoverJobs(ctx),
    ...identityJobs(ctx, { notify, lastDigest: lastDigest(ctx) }),
    ...messagingJobs(ctx, purchaseNote),
    ...notificationJobs(ctx, lastDigest(ctx)),
    ...purchasingJobs(ctx, promisesOf),
    ...recallJobs(ctx),
    ...walletJobs(ctx, tradedOutside, { readMeters, activeMembers: ACTIVE_MEMBERS }),
  }
}

/**
 * Starts running the jobs of every queue in this process, and keeps the backup current. Payloads are checked: a job may be
 * older than the code. @returns ends the latter; jobs end with the queue
 */
export async function startWorkers(ctx: Context): Promise<() => Promise<void>> {
  const checked = Object.entries(handlers(ctx)).map(([name, handle]): [string, JobHandler] => {
    const schema = QUEUES[name as QueueName].payload
    return [name, (payload) => (handle as (payload: unknown) => Promise<void>)(schema.parse(payload))]
  })
  await ctx.queue.work(Object.fromEntries(checked))
  return keepBackup(ctx)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runProcess('market-worker', async (config) => {
    const { ctx, close } = await openContext(config, {
      queue: 'worker',
      applicationName: 'market-worker',
      migrates: false,
    })
    await demandNeeds(ctx)
    followSite(ctx)
    const stopKeeping = await startWorkers(ctx)
    ctx.log.info('worker is running jobs')
    return async () => {
      await stopKeeping()
      await close()
    }
  })
}
