import { type Command, Option } from 'commander'
import {
  findFailedJobs,
  reportQueues,
  retryFailedJobs,
  type FailedJob,
  type QueueReport,
} from '../../src/platform/job-report.ts'
import { withContext } from '../with-context.ts'

interface Options {
  failed?: boolean
  retry?: true | string
  json?: boolean
}

const FOUND_SOMETHING = 1

export function jobs(program: Command): void {
  program
    .command('jobs')
    .description('show the queues and their failed jobs, or try failed jobs again')
    .option('--failed', 'list the failed jobs')
    .addOption(new Option('--retry [QUEUE]', 'try failed jobs again, all or those of QUEUE').conflicts('failed'))
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((options: Options) =>
      withContext(async ({ db, queue, clock }) => {
        const queues = await reportQueues(db, clock.now())
        if (options.retry !== undefined) {
          const name = options.retry === true ? undefined : options.retry
          if (name !== undefined && !queues.some((report) => report.queue === name)) {
            throw new Error(`There is no queue ${name}. The queues are: ${queues.map((one) => one.queue).join(', ')}`)
          }
          const retried = await retryFailedJobs(db, queue, name)
          console.log(options.json ? JSON.stringify({ retried }) : `tried again: ${retried}`)
          return
        }
        if (queues.some((report) => report.failed > 0)) process.exitCode = FOUND_SOMETHING
        if (options.failed) print(await findFailedJobs(db), options, linesOfFailed)
        else print(queues, options, tableOf)
      }),
    )
}

const HELP = `
Exit code: 0 no failed jobs, 1 there are some, 2 could not run.

Examples:
  market jobs                                   the queues
  market jobs --failed --json                   every failed job with its error
  market jobs --retry purchasing.refund-card    try one queue's failed jobs again
`

function print<T>(found: T[], { json }: Options, lines: (found: T[]) => string[]): void {
  console.log(json ? JSON.stringify(found) : lines(found).join('\n'))
}

function tableOf(queues: QueueReport[]): string[] {
  const width = Math.max(...queues.map(({ queue }) => queue.length), 'queue'.length)
  const row = (...cells: (string | number)[]) =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(width) : String(cell).padStart(10))).join('')
  return [
    row('queue', 'waiting', 'scheduled', 'active', 'failed'),
    ...queues.map(({ queue, waiting, scheduled, active, failed }) => row(queue, waiting, scheduled, active, failed)),
  ]
}

function linesOfFailed(failed: FailedJob[]): string[] {
  if (failed.length === 0) return ['No failed jobs.']
  return failed.map(
    (job) => `${job.failedAt.toISOString()}  ${job.queue}  ${job.id}  ${job.attempts} attempts: ${job.error}`,
  )
}
