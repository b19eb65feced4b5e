import type { Command } from 'commander'
import { type Overview, readOverview } from '../../src/modules/admin/index.ts'
import { lastAudit } from '../../src/modules/audit/index.ts'
import type { Context } from '../../src/platform/context.ts'
import { overdueJobs, reportQueues } from '../../src/platform/jobs/job-report.ts'
import manifest from '../../package.json' with { type: 'json' }
import { describeWaiting } from '../describe-waiting.ts'
import { withContext } from '../with-context.ts'
import { FOUND_SOMETHING } from '../exit-code.ts'

export function status(program: Command): void {
  program
    .command('status')
    .description('show on one screen how the market stands, and what waits for a person')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Waiting for a person is what the admin page shows: decisions, reports, refunds, backups, mail, jobs. Each line ends with the
command or the page that settles it.

Exit code: 0 nothing waits for a person, 1 something does, 2 could not run.

Examples:
  market status
  market status --json | jq .waiting
`,
    )
    .action((options: { json?: boolean }) =>
      withContext(async (ctx) => {
        const found = await readStatus(ctx)
        console.log(options.json ? JSON.stringify(found) : screenOf(found))
        if (found.waiting.length > 0) process.exitCode = FOUND_SOMETHING
      }),
    )
}

interface Status {
  version: string
  address: string
  database: { version: string; bytes: number; newestMigration: string | null }
  market: Pick<Overview, 'members' | 'listings' | 'purchases' | 'tokens'>
  jobs: { waiting: number; scheduled: number; active: number; failed: number; oldestWaitingSeconds: number }
  lastAudit: { finishedAt: string; findings: number } | null
  /** What a person has to look at, a sentence each. */
  waiting: string[]
}

async function readStatus(ctx: Context): Promise<Status> {
  const { db, config } = ctx
  const { alarms, members, listings, purchases, tokens } = await readOverview(ctx)
  const queues = await reportQueues(db)
  const sum = (field: 'waiting' | 'scheduled' | 'active' | 'failed') =>
    queues.reduce((total, queue) => total + queue[field], 0)
  const oldest = Math.max(0, ...(await overdueJobs(db)).map(({ seconds }) => Math.round(seconds)))
  const audit = await lastAudit(db)
  const waiting = describeWaiting(alarms, config.publicUrl).map(({ found, settle }) => `${found} → ${settle}`)
  return {
    version: manifest.version,
    address: config.publicUrl,
    database: await readDatabase(ctx),
    market: { members, listings, purchases, tokens },
    jobs: {
      waiting: sum('waiting'),
      scheduled: sum('scheduled'),
      active: sum('active'),
      failed: sum('failed'),
      oldestWaitingSeconds: oldest,
    },
    lastAudit: audit ? { finishedAt: audit.finishedAt.toISOString(), findings: audit.findings } : null,
    waiting,
  }
}

async function readDatabase({ db }: Context): Promise<Status['database']> {
  const { rows } = await db.raw<{ rows: { version: string; bytes: string }[] }>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`,
  )
  const newest = await db.migrate.currentVersion()
  return {
    version: rows[0]?.version ?? '',
    bytes: Number(rows[0]?.bytes ?? 0),
    newestMigration: newest === 'none' ? null : newest,
  }
}

function screenOf({ version, address, database, market, jobs, lastAudit: audit, waiting }: Status): string {
  const lines: [string, string][] = [
    ['Outgrown', `${version}, ${address}`],
    ['Database', `PostgreSQL ${database.version}, ${megabytes(database.bytes)} MB`],
    ['Migration', database.newestMigration ?? 'none'],
    ['Members', String(market.members)],
    ['Listings', figures(market.listings)],
    ['Purchases', figures(market.purchases)],
    [
      'Tokens',
      `${market.tokens.inCirculation} with members, ${market.tokens.inEscrow} held, ${market.tokens.fees} fees`,
    ],
    ['Jobs', figures({ waiting: jobs.waiting, active: jobs.active, scheduled: jobs.scheduled, failed: jobs.failed })],
    [
      'Last audit',
      audit ? `${audit.finishedAt}, ${audit.findings === 0 ? 'clean' : `${audit.findings} findings`}` : NEVER,
    ],
  ]
  return [
    ...lines.map(([name, text]) => `${name.padEnd(12)}${text}`),
    '',
    ...(waiting.length === 0
      ? ['Nothing waits for a person.']
      : ['Waiting for a person:', ...waiting.map((one) => `  ${one}`)]),
  ].join('\n')
}

const NEVER = 'never: market audit-ledger'
const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
const figures = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`)
    .join(', ')
