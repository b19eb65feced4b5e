import { type Command, InvalidArgumentError, Option } from 'commander'
import { inHelp } from '../help.ts'
import {
  findFailedJobs,
  reportQueues,
  retryFailedJobs,
  type FailedJob,
  type QueueReport,
} from '../../src/platform/jobs/job-report.ts'
import { say, words } from '../../src/platform/language/words.ts'
import { Refused } from '../../src/platform/errors.ts'
import { inTerminal } from '../../src/platform/language/terminal.ts'
import { payStreaks } from '../../src/modules/wallet/index.ts'
import { withContext } from '../with-context.ts'
import { FOUND_SOMETHING } from '../exit-code.ts'

interface Options {
  failed?: boolean
  retry?: true | string
  json?: boolean
}

export function jobs(program: Command): void {
  const command = program
    .command('jobs')
    .description(words('show the queues and their failed jobs, or try failed jobs again'))
    .option('--failed', words('list the failed jobs'))
    .addOption(new Option('--retry [QUEUE]', words('try failed jobs again, all or those of QUEUE')).conflicts('failed'))
    .option('--json', words('print JSON'))
    .addHelpText('after', inHelp(HELP))
    .action((options: Options) =>
      withContext(async ({ db, queue }) => {
        const queues = await reportQueues(db)
        if (options.retry !== undefined) {
          const name = options.retry === true ? undefined : options.retry
          if (name !== undefined && !queues.some((report) => report.queue === name)) {
            throw new Refused(say('There is no queue {name}. `market jobs` lists them.', { name }))
          }
          const retried = await retryFailedJobs(db, queue, name)
          console.log(
            options.json ? JSON.stringify({ retried }) : inTerminal(say('tried again: {retried}', { retried })),
          )
          return
        }
        if (queues.some((report) => report.failed > 0)) process.exitCode = FOUND_SOMETHING
        if (options.failed) print(await findFailedJobs(db), options, linesOfFailed)
        else print(queues, options, tableOf)
      }),
    )
  const run = command.command('run').description(words('run a job of the clock now, whether or not it is due'))
  run
    .command('monthly-streaks')
    .description(words('pay the streak bonuses of a month that has ended, and of those before it that were missed'))
    .option('--month <YYYY-MM>', words('the last month that has ended, if left out'), parseMonth)
    .addHelpText('after', inHelp(STREAKS_HELP))
    .action((_options: object, self: Command) =>
      withContext(async (ctx) => {
        const options = self.optsWithGlobals<{ month?: string; json?: boolean }>()
        const done = await payStreaks(ctx, options.month)
        const { month, members, paid } = done
        console.log(
          options.json
            ? JSON.stringify(done)
            : inTerminal(
                say(
                  '{month}: {members, plural, one {# member} other {# members}}, {paid, plural, one {# streak bonus} other {# streak bonuses}} paid',
                  { month, members, paid },
                ),
              ),
        )
      }),
    )
}

function parseMonth(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text))
    throw new InvalidArgumentError(inTerminal(words('A month looks like 2026-10.')))
  return text
}

const HELP = words(`Exit code: 0 no failed jobs, 1 there are some, 2 could not run.

Examples:
  market jobs                                  the queues
  market jobs --failed --json                  every failed job with its error
  market jobs --retry                          try all failed jobs again
  market jobs --retry purchasing.refund-card   try one queue's failed jobs again
  market jobs run monthly-streaks              pay the streaks of the last month, if that was missed`)

const STREAKS_HELP = words(`What has been paid is not paid again, however often this is run.

Exit code: 0 done, 2 could not run.

Examples:
  market jobs run monthly-streaks
  market jobs run monthly-streaks --month 2026-10 --json`)

function print<T>(found: T[], { json }: Options, lines: (found: T[]) => string[]): void {
  console.log(json ? JSON.stringify(found) : lines(found).join('\n'))
}

const HEADINGS = [words('QUEUE'), words('WAITING'), words('SCHEDULED'), words('ACTIVE'), words('FAILED')] as const

function tableOf(queues: QueueReport[]): string[] {
  const width = Math.max(...[...queues.map(({ queue }) => queue), inTerminal(HEADINGS[0])].map(({ length }) => length))
  const row = (...cells: (string | number)[]) =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(width) : String(cell).padStart(10))).join('')
  return [
    row(...HEADINGS.map(inTerminal)),
    ...queues.map(({ queue, waiting, scheduled, active, failed }) => row(queue, waiting, scheduled, active, failed)),
    ...(queues.some(({ failed }) => failed > 0)
      ? ['', inTerminal(words("Why they failed: market jobs --failed. Once that's fixed: market jobs --retry"))]
      : []),
  ]
}

function linesOfFailed(failed: FailedJob[]): string[] {
  if (failed.length === 0) return [inTerminal(words('No failed jobs.'))]
  return failed.flatMap(({ failedAt, queue, id, attempts, error }) => [
    `${failedAt.toISOString()}  ${queue}  ${id}  ${inTerminal(say('{attempts, plural, one {# attempt} other {# attempts}}', { attempts }))}`,
    ...error.split('\n').map((line) => `  ${line}`),
  ])
}
