import type { Command } from 'commander'
import { inHelp } from '../help.ts'
import { describeFinding } from '../../src/modules/audit/index.ts'
import { moveDatabase } from '../../src/modules/backup/index.ts'
import { inTerminal } from '../../src/platform/language/terminal.ts'
import { say, words } from '../../src/platform/language/words.ts'
import { withContext } from '../with-context.ts'
import { FOUND_SOMETHING } from '../exit-code.ts'

export function moveDatabaseCommand(program: Command): void {
  program
    .command('move-database')
    .argument('<URL>', words('an empty database of your own, such as postgres://market@db.example/market'))
    .description(words('copy the market into another PostgreSQL, and prove that it is the same'))
    .option('--json', words('print one JSON document'))
    .addHelpText(
      'after',
      inHelp(
        words(`Stop the market first. All rows and waiting jobs are copied in one transaction; then the books there are audited, and the
digest of history is compared. The database that was stays as it is. Photos and keys stay in DATA_DIR.
Afterwards start the market with DATABASE_URL=URL.

Exit code: 0 moved and proved, 1 moved, but the audit found something, 2 could not run.

Example:
  market move-database postgres://market@db.example/market`),
      ),
    )
    .action((url: string, options: { json?: boolean }) =>
      withContext(async (ctx) => {
        const { tables, rows, jobs, findings } = await moveDatabase(ctx, url)
        const problems = findings.map(describeFinding)
        const said = [
          inTerminal(
            say('Copied {rows} rows of {tables} tables, and {jobs} jobs. History is the same.', { rows, tables, jobs }),
          ),
          inTerminal(
            problems.length === 0
              ? words('The audit is clean. Start the market with DATABASE_URL set to it.')
              : words('But:'),
          ),
          ...problems,
        ]
        console.log(options.json ? JSON.stringify({ tables, rows, jobs, problems }) : said.join('\n'))
        if (problems.length > 0) process.exitCode = FOUND_SOMETHING
      }),
    )
}
