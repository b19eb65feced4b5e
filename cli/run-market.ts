import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Command, CommanderError } from 'commander'
import { auditLedgerCommand } from './commands/audit-ledger.ts'
import { backup } from './commands/backup.ts'
import { demo } from './commands/demo.ts'
import { doctor } from './commands/doctor.ts'
import { jobs } from './commands/jobs.ts'
import { migrate } from './commands/migrate.ts'
import { moveDatabaseCommand } from './commands/move-database.ts'
import { promoteAdmin } from './commands/promote-admin.ts'
import { restore } from './commands/restore.ts'
import { seedCategories } from './commands/seed-categories.ts'
import { simulate } from './commands/simulate.ts'
import { setupToken } from './commands/setup-token.ts'
import { status } from './commands/status.ts'
import { syncRecallsCommand } from './commands/sync-recalls.ts'
import { upgrade } from './commands/upgrade.ts'
import { verifyDraw } from './commands/verify-draw.ts'
import { verifyStatementCommand } from './commands/verify-statement.ts'
import { COULD_NOT_RUN, DONE } from './exit-code.ts'
import { HELP_IN_TERMINAL, inHelp, REFUSALS_IN_TERMINAL } from './help.ts'
import { inTerminal } from '../src/platform/language/terminal.ts'
import { words } from '../src/platform/language/words.ts'
import { explainFailure } from '../src/platform/process/explain-failure.ts'

const COMMANDS = [
  auditLedgerCommand,
  backup,
  demo,
  doctor,
  jobs,
  migrate,
  moveDatabaseCommand,
  promoteAdmin,
  restore,
  seedCategories,
  setupToken,
  simulate,
  status,
  syncRecallsCommand,
  upgrade,
  verifyDraw,
  verifyStatementCommand,
]

/**
 * Runs one command on the market of the environment; results go to standard output, everything else to standard error.
 * It sets `process.exitCode`: 0 done, 1 the check found something (a command sets this one itself), 2 could not run.
 * @param folder what a relative --env-file is relative to
 */
export async function runMarket(args: string[], folder = process.cwd()): Promise<void> {
  const program = new Command('market')
    .description(words("the operators' commands of Outgrown"))
    .option('--env-file <FILE>', words('take from FILE what the environment does not set'), (file) =>
      addFile(resolve(folder, file)),
    )
    .exitOverride()
    .configureHelp({ ...HELP_IN_TERMINAL, sortSubcommands: true })
    .configureOutput(REFUSALS_IN_TERMINAL)
    .showHelpAfterError(inTerminal(words('See `market --help`, or `market COMMAND --help`.')))
    .addHelpText('after', inHelp(HELP))
  for (const register of COMMANDS) register(program)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = explain(error)
  }
}

/** Reads lines such as `NAME=value` as Node.js and systemd do. */
function addFile(path: string): void {
  for (const [name, value] of Object.entries(parseEnv(readFileSync(path, 'utf8')))) process.env[name] ??= value
}

/** Prints to standard error why the command did not run. @returns the exit code */
function explain(error: unknown): number {
  // Commander has already printed its own message; only help and version that were asked for are not a failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : COULD_NOT_RUN
  console.error(explainFailure(error))
  return COULD_NOT_RUN
}

const HELP =
  words(`They work on the database that the server works on (DATABASE_URL, or the embedded one under DATA_DIR), whether or not
it runs, and none but demo and migrate makes one where there is none. They need the environment of the service:
--env-file FILE reads it. Results go to standard output, everything else to standard error.

Exit code: 0 done or clean, 1 the check found something, 2 could not run.

Examples:
  market COMMAND --help    what a command does, with examples
  market --env-file /etc/outgrown.env status
  market status            see on one screen how the market stands
  market doctor            look for what is wrong with a configuration
  market audit-ledger      prove the books
  market jobs --failed     see what went wrong behind the scenes`)
