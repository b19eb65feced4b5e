import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { inHelp } from '../help.ts'
import { SOURCE_RULES, syncFile, syncRecalls, type Synced } from '../../src/modules/recalls/index.ts'
import { inTerminal } from '../../src/platform/language/terminal.ts'
import { say, type Said, words } from '../../src/platform/language/words.ts'
import { FOUND_SOMETHING } from '../exit-code.ts'
import { withContext } from '../with-context.ts'

export function syncRecallsCommand(program: Command): void {
  program
    .command('sync-recalls')
    .description(words('fetch the recalls that CPSC, Health Canada and Safety Gate publish today'))
    .option('--file <FILE>', words('take the file of one of them from FILE, where this machine reaches none'))
    .addHelpText('after', inHelp(HELP))
    .action(({ file }: { file?: string }) =>
      withContext(async (ctx) => {
        const synced = file === undefined ? await syncRecalls(ctx) : [await syncFile(ctx, await readFile(file))]
        for (const said of synced.flatMap(described)) console.log(inTerminal(said))
        if (synced.some((one) => 'problem' in one)) process.exitCode = FOUND_SOMETHING
      }),
    )
}

function described(synced: Synced): Said[] {
  const source = { message: SOURCE_RULES[synced.source].name }
  if ('problem' in synced)
    return [say('{source}: the last good copy is kept ({error})', { source, error: synced.error })]
  const { recalls, fresh, odd } = synced
  return [
    say('{source}: {recalls} recalls, {fresh} of them new', { source, recalls, fresh }),
    ...(odd === undefined ? [] : [say('{source}: the rest is left out ({odd})', { source, odd })]),
  ]
}

const HELP =
  words(`A job does this every night. Whose file FILE is shows by its shape. A file that is broken, of another shape, or ten times as
large as the one before is refused, and the last good copy is kept. What is new is looked for among what is listed and
was sold within two years by the next job, within the hour.

Exit code: 0 done, 1 a source is away or what it published was refused, 2 could not run.
A FILE that is broken or nobody's ends with 2.

Examples:
  market sync-recalls
  market sync-recalls --file recalls.json`)
