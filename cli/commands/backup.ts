import { type Command, Option } from 'commander'
import { inHelp } from '../help.ts'
import { readBackup, stopBackup, takeBackup, verifyBackup } from '../../src/modules/backup/index.ts'
import type { Context } from '../../src/platform/context.ts'
import { type Said, say, words } from '../../src/platform/language/words.ts'
import { Refused } from '../../src/platform/errors.ts'
import { inTerminal } from '../../src/platform/language/terminal.ts'
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
    .argument('[TARGET]', words('a folder, or s3://bucket/prefix; the one it goes to already, if left out'))
    .description(words('back up database, photos and keys, and from then on every change within a minute'))
    .option('--verify', words('restore the newest backup into a folder of its own, audit it, and remove that folder'))
    .addOption(new Option('--stop', words('end the backup; what it holds stays')).conflicts('verify'))
    .option('--json', words('print one JSON document'))
    .addHelpText(
      'after',
      inHelp(
        words(`Takes a whole backup of the running market. From then on the server carries each change to the same place, takes a whole
backup every night, of which it keeps seven, and restores one on trial every month; what goes wrong is an alarm.
With BACKUP_PASSPHRASE in the environment, of the server as well, a new backup is encrypted; without it nobody can read it.

With a PostgreSQL of your own it takes photos and keys, and looks whether that PostgreSQL archives its log.

Exit code: 0 done, 1 found something wrong, 2 could not run.

Examples:
  market backup /mnt/disk/market
  market backup s3://bucket/market    with BACKUP_S3_ENDPOINT and its keys
  market backup --verify              is there a way back?
  market backup --stop`),
      ),
    )
    .action((target: string | undefined, options: Options) =>
      withContext(async (ctx) => {
        if (target !== undefined && (options.verify || options.stop))
          throw new Refused(words('--verify and --stop are about the backup that there is: leave TARGET out.'))
        const { said, problems, ...found } = await run(ctx, target, options)
        console.log(options.json ? JSON.stringify({ ...found, problems }) : [inTerminal(said), ...problems].join('\n'))
        if (problems.length > 0) process.exitCode = FOUND_SOMETHING
      }),
    )
}

interface Outcome {
  said: string | Said
  problems: string[]
}

async function run(ctx: Context, target: string | undefined, { verify, stop }: Options): Promise<Outcome> {
  if (stop) {
    const ended = await stopBackup(ctx)
    return {
      said:
        ended === undefined
          ? words('There was no backup.')
          : say('No longer backed up to {target}.', { target: ended }),
      problems: [],
    }
  }
  if (verify) {
    const found = await verifyBackup(ctx)
    const { base, purchases, standsAt, problems } = found
    if (problems.length > 0) return { ...found, said: say("The backup {base} can't be relied on:", { base }) }
    const said =
      standsAt === null
        ? say('The backup {base} can be restored. The audit is clean.', { base })
        : say('The backup {base} can be restored, {purchases} purchases, until {time}. The audit is clean.', {
            base,
            purchases,
            time: standsAt.toISOString(),
          })
    return { ...found, said }
  }
  const name = target ?? (await readBackup(ctx.db))?.target
  if (name === undefined) throw new Refused(words('Say where to: market backup TARGET'))
  const taken = await takeBackup(ctx, name)
  const what = { target: taken.target, name: taken.name, photos: taken.photos }
  const said = taken.encrypted
    ? say('Backed up to {target} ({name}): {photos} photo files, encrypted.', what)
    : say('Backed up to {target} ({name}): {photos} photo files, not encrypted.', what)
  return { ...taken, said }
}
