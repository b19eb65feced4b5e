import type { Command } from 'commander'
import { inHelp } from '../help.ts'
import { type Overview, readOverview } from '../../src/modules/admin/index.ts'
import { lastAudit } from '../../src/modules/audit/index.ts'
import type { Context } from '../../src/platform/context.ts'
import { overdueJobs, reportQueues } from '../../src/platform/jobs/job-report.ts'
import manifest from '../../package.json' with { type: 'json' }
import { describeWaiting } from '../describe-waiting.ts'
import { withContext } from '../with-context.ts'
import { inTerminal } from '../../src/platform/language/terminal.ts'
import { inEnglish } from '../../src/platform/language/translate.ts'
import { type Said, say, words } from '../../src/platform/language/words.ts'
import { FOUND_SOMETHING } from '../exit-code.ts'

export function status(program: Command): void {
  program
    .command('status')
    .description(words('show on one screen how the market stands, and what waits for a person'))
    .option('--json', words('print one JSON document'))
    .addHelpText(
      'after',
      inHelp(
        words(`Waiting for a person is what the admin page shows: decisions, reports, refunds, backups, mail, jobs. Each line ends with the
command or the page that settles it.

Exit code: 0 nothing waits for a person, 1 something does, 2 could not run.

Examples:
  market status
  market status --json | jq .waiting`),
      ),
    )
    .action((options: { json?: boolean }) =>
      withContext(async (ctx) => {
        const found = await readStatus(ctx)
        console.log(
          options.json ? JSON.stringify({ ...found, waiting: found.waiting.map(inEnglish) }) : screenOf(found),
        )
        if (found.waiting.length > 0) process.exitCode = FOUND_SOMETHING
      }),
    )
}

interface Status {
  name: string
  version: string
  address: string
  database: { version: string; bytes: number; newestMigration: string | null }
  market: Pick<Overview, 'members' | 'listings' | 'purchases' | 'tokens'>
  jobs: { waiting: number; scheduled: number; active: number; failed: number; oldestWaitingSeconds: number }
  lastAudit: { finishedAt: string; findings: number } | null
  waiting: Said[]
}

async function readStatus(ctx: Context): Promise<Status> {
  const { db, config, site } = ctx
  const { alarms, members, listings, purchases, tokens } = await readOverview(ctx)
  const queues = await reportQueues(db)
  const sum = (field: 'waiting' | 'scheduled' | 'active' | 'failed') =>
    queues.reduce((total, queue) => total + queue[field], 0)
  const oldest = Math.max(0, ...(await overdueJobs(db)).map(({ seconds }) => Math.round(seconds)))
  const audit = await lastAudit(db)
  const waiting = describeWaiting(alarms, config.publicUrl).map(({ found, settle }) =>
    say('{found} → {settle}', { found, settle }),
  )
  return {
    name: site.name,
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

function screenOf({ name, version, address, database, market, jobs, lastAudit: audit, waiting }: Status): string {
  const lines: [string, string | Said][] = [
    [
      words('Database'),
      say('PostgreSQL {version}, {size} MB', { version: database.version, size: megabytes(database.bytes) }),
    ],
    [words('Migration'), database.newestMigration ?? words('none')],
    [words('Members'), String(market.members)],
    [words('Listings'), figures(market.listings)],
    [words('Purchases'), figures(market.purchases)],
    [
      words('Tokens'),
      say('{members} with members, {held} held, {fees} fees', {
        members: market.tokens.inCirculation,
        held: market.tokens.inEscrow,
        fees: market.tokens.fees,
      }),
    ],
    [
      words('Jobs'),
      figures({ waiting: jobs.waiting, active: jobs.active, scheduled: jobs.scheduled, failed: jobs.failed }),
    ],
    [words('Last audit'), audit ? auditInWords(audit) : say('never: market audit-ledger')],
  ]
  const width = Math.max(...lines.map(([label]) => inTerminal(label).length)) + 2
  return [
    `${name.padEnd(width)}${inTerminal(say('{version}, {address}', { version, address }))}`,
    ...lines.map(([label, said]) => `${inTerminal(label).padEnd(width)}${inTerminal(said)}`),
    '',
    ...(waiting.length === 0
      ? [inTerminal(words('Nothing waits for a person.'))]
      : [inTerminal(words('Waiting for a person:')), ...waiting.map((one) => `  ${inTerminal(one)}`)]),
  ].join('\n')
}

const auditInWords = ({ finishedAt: time, findings }: NonNullable<Status['lastAudit']>): Said =>
  findings === 0 ? say('{time}, clean', { time }) : say('{time}, {findings} findings', { time, findings })

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)

/** Names of the figures, as a report has them. */
const FIGURES = new Map([
  ['available', words('available')],
  ['reserved', words('reserved')],
  ['claimed', words('claimed')],
  ['delivered', words('delivered')],
  ['withdrawn', words('withdrawn')],
  ['hidden', words('hidden')],
  ['paid', words('paid')],
  ['disputed', words('disputed')],
  ['refund_due', words('refund due')],
  ['refunded', words('refunded')],
  ['refund_failed', words('refund failed')],
  ['expired', words('expired')],
  ['waiting', words('waiting')],
  ['active', words('active')],
  ['scheduled', words('scheduled')],
  ['failed', words('failed')],
])

/** `2 available, 1 reserved` */
function figures(counts: Record<string, number>): string {
  const said = Object.entries(counts).map(([name, count]) => {
    const named = FIGURES.get(name) ?? name.replaceAll('_', ' ')
    return inTerminal(say('{count} {named}', { count, named: { message: named } }))
  })
  return said.join(', ')
}
