import { type Command, InvalidArgumentError } from 'commander'
import { inHelp } from '../help.ts'
import { describeFinding } from '../../src/modules/audit/index.ts'
import { restoreMarket } from '../../src/modules/backup/index.ts'
import { comparePayments, isOrphaned } from '../../src/modules/purchasing/index.ts'
import { loadConfig, readEnvironment } from '../../src/platform/config.ts'
import { inTerminal } from '../../src/platform/language/terminal.ts'
import { inEnglish } from '../../src/platform/language/translate.ts'
import { say, type Saying, words } from '../../src/platform/language/words.ts'
import { refundOrphans } from '../refund-orphans.ts'
import { withContext } from '../with-context.ts'
import { FOUND_SOMETHING } from '../exit-code.ts'

interface Options {
  to?: Date
  base?: string
  repair?: boolean
  json?: boolean
}

export function restore(program: Command): void {
  program
    .command('restore')
    .argument('<SOURCE>', words('where `market backup` went to: a folder, or s3://bucket/prefix'))
    .description(words('make the market anew from its backup, in an empty DATA_DIR'))
    .option('--to <TIME>', words('as it was at that time, such as 2026-11-22T10:00:00Z'), parseTime)
    .option(
      '--base <NAME>',
      words('begin with that whole backup, such as 20261122T023700Z; the newest that is whole, if left out'),
    )
    .option('--repair', words('refund card payments that belong to no purchase of the restored market'))
    .option('--json', words('print one JSON document'))
    .addHelpText(
      'after',
      inHelp(
        words(`Nothing is at the place until all is: database, photos and keys, checked against their hashes. Then the books are audited,
history is compared with the digest that the backup holds, and payments with the card provider, where there is one.
Where a whole backup is damaged it begins with the one before, and where the log breaks off it stops there: it says so.
The restored market is not backed up until you say where to: \`market backup TARGET\`.

Exit code: 0 restored and all is right, 1 restored and something is wrong, 2 could not run.

Examples:
  market restore /mnt/disk/market
  market restore /mnt/disk/market --to 2026-11-22T10:00:00Z
  DATA_DIR=/srv/market market restore s3://bucket/market --repair`),
      ),
    )
    .action(async (source: string, options: Options) => {
      const config = loadConfig(readEnvironment())
      const restored = await restoreMarket(config, { source, to: options.to, base: options.base, now: new Date() })
      const payments = config.stripe ? await reconcile(options) : { differences: [], refunded: [] }
      const problems = [...restored.findings.map(describeFinding), ...restored.problems, ...payments.differences]
      const { base, standsAt, migrated, counts, photos } = restored
      if (options.json) {
        const found = {
          base,
          standsAt,
          migrated,
          counts,
          photos,
          problems: problems.map(inEnglish),
          refunded: payments.refunded,
        }
        console.log(JSON.stringify(found))
      } else {
        const counted = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
        const lines = [
          say('Restored into {folder} from the backup {base}.', { folder: config.DATA_DIR, base }),
          ...(standsAt
            ? [
                say('It stands at {time}: {counted}, {photos} photo files.', {
                  time: standsAt.toISOString(),
                  counted: counted.join(', '),
                  photos,
                }),
              ]
            : []),
          ...migrated.map((name) => say('run: {name}', { name })),
          ...payments.refunded.map((payment) => say('refunded: {payment}', { payment })),
          problems.length === 0
            ? words('The audit is clean, and history is what it was.')
            : say('{count} problems:', { count: problems.length }),
        ]
        console.log([...lines, ...problems].map(inTerminal).join('\n'))
      }
      if (problems.length > 0) process.exitCode = FOUND_SOMETHING
    })
}

/** The differences between the card provider and the restored market. */
function reconcile({ repair }: Options): Promise<{ differences: Saying[]; refunded: string[] }> {
  return withContext(async (ctx) => {
    const [differences, orphans]: [Saying[], string[]] = [[], []]
    for await (const difference of comparePayments(ctx)) {
      if (isOrphaned(difference) && repair) orphans.push(difference.subject)
      else differences.push(`payments: ${difference.subject}: ${difference.problem}`)
    }
    const repairs = await refundOrphans(ctx, orphans)
    const refunded = repairs.filter(({ refund }) => refund !== 'failed').map(({ payment }) => payment)
    const left = orphans.filter((payment) => !refunded.includes(payment))
    const unpaid = left.map((payment) => say('payments: {payment}: not refunded', { payment }))
    return { differences: [...differences, ...unpaid], refunded }
  })
}

function parseTime(text: string): Date {
  const time = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError(inTerminal(words('A time looks like 2026-11-22T10:00:00Z.')))
  if (time.getTime() > Date.now()) throw new InvalidArgumentError(inTerminal(words('That time is still to come.')))
  return time
}
