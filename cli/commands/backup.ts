import { type Command, Option } from 'commander'
import { readBackup, stopBackup, takeBackup, verifyBackup } from '../../src/modules/backup/index.ts'
import type { Context } from '../../src/platform/context.ts'
import { withContext } from '../with-context.ts'
import { FOUND_SOMETHING } from '../exit-code.ts'

interface Options {
  verify?: boolean
  stop?: boolean
  json?: boolean
}

export function backup(program: Command): void {
  program
    .command('backup')
    .argument('[TARGET]', 'a folder, or s3://bucket/prefix; the one it goes to already, if left out')
    .description('back up database, photos and keys, and from then on every change within a minute')
    .option('--verify', 'restore the newest backup into a folder of its own, audit it, and remove that folder')
    .addOption(new Option('--stop', 'end the backup; what it holds stays').conflicts('verify'))
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Takes a whole backup of the running market. From then on the server carries each change to the same place, takes a whole
backup every night, of which it keeps seven, and restores one on trial every month; what goes wrong is an alarm.
With BACKUP_PASSPHRASE in the environment, of the server as well, a new backup is encrypted; without it nobody can read it.

With a PostgreSQL of your own it takes photos and keys, and looks whether that PostgreSQL archives its log.

Exit code: 0 done, 1 found something wrong, 2 could not run.

Examples:
  market backup /mnt/disk/market
  market backup s3://bucket/market    with BACKUP_S3_ENDPOINT and its keys
  market backup --verify              is there a way back?
  market backup --stop
`,
    )
    .action((target: string | undefined, options: Options) =>
      withContext(async (ctx) => {
        if (target !== undefined && (options.verify || options.stop))
          throw new Error('--verify and --stop are about the backup that there is: leave TARGET out.')
        const { said, problems, ...found } = await run(ctx, target, options)
        console.log(options.json ? JSON.stringify({ ...found, problems }) : [said, ...problems].join('\n'))
        if (problems.length > 0) process.exitCode = FOUND_SOMETHING
      }),
    )
}

interface Outcome {
  said: string
  problems: string[]
}

async function run(ctx: Context, target: string | undefined, { verify, stop }: Options): Promise<Outcome> {
  if (stop) {
    const ended = await stopBackup(ctx)
    return { said: ended === undefined ? 'There was no backup.' : `No longer backed up to ${ended}.`, problems: [] }
  }
  if (verify) {
    const found = await verifyBackup(ctx)
    const { base, purchases, standsAt, problems } = found
    const until = standsAt === null ? '' : `, ${purchases} purchases, until ${standsAt.toISOString()}`
    const said = problems.length === 0 ? `The backup ${base} can be restored${until}. The audit is clean.` : ''
    return { ...found, said: said || `The backup ${base} can't be relied on:` }
  }
  const name = target ?? (await readBackup(ctx.db))?.target
  if (name === undefined) throw new Error('Say where to: market backup TARGET')
  const taken = await takeBackup(ctx, name)
  const { encrypted, photos } = taken
  const sealed = encrypted ? 'encrypted' : 'not encrypted'
  return { ...taken, said: `Backed up to ${taken.target} (${taken.name}): ${photos} photo files, ${sealed}.` }
}
