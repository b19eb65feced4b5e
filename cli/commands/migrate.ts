import type { Command } from 'commander'
import { inHelp } from '../help.ts'
import type { Knex } from 'knex'
import { migrateDatabase } from '../../src/platform/database/migrate-database.ts'
import { say, words } from '../../src/platform/language/words.ts'
import { Refused } from '../../src/platform/errors.ts'
import { inTerminal } from '../../src/platform/language/terminal.ts'
import { withDatabase } from '../with-context.ts'

interface Options {
  down?: boolean
  to?: string
  json?: boolean
}

interface Migration {
  name?: string
  file?: string
}

export function migrate(program: Command): void {
  program
    .command('migrate')
    .description(words('bring tables and functions up to date, or take migrations back (which drops what they made)'))
    .option('--down', words('take back the newest migration, or with --to all that came after NAME'))
    .option('--to <NAME>', words('stop when NAME is the newest migration'))
    .option('--json', words('print the names as JSON'))
    .addHelpText(
      'after',
      inHelp(
        words(`A server that runs outside of production does this by itself when it starts. Functions, triggers and views go with the
newest migration: what is taken back leaves those that fit the tables, or none until the next market migrate.

Exit code: 0 done, or nothing to do; 2 could not run.

Examples:
  market migrate                       bring the tables up to date
  market migrate --down                take back the newest migration
  market migrate --down --to NAME      take back all that came after NAME`),
      ),
    )
    .action((options: Options) =>
      withDatabase(
        async (db) => {
          const { down, to } = options
          const names = await (down || to !== undefined
            ? migrateDatabase(db, (migrator) => run(migrator, options))
            : migrateDatabase(db))
          if (options.json) console.log(JSON.stringify({ direction: options.down ? 'down' : 'up', migrations: names }))
          else if (names.length === 0)
            console.log(inTerminal(options.down ? words('Nothing to take back.') : words('Already up to date.')))
          else
            console.log(
              names
                .map((name) =>
                  inTerminal(options.down ? say('taken back: {name}', { name }) : say('run: {name}', { name })),
                )
                .join('\n'),
            )
        },
        { makes: !options.down },
      ),
    )
}

async function run(migrator: Knex.Migrator, { down, to }: Options): Promise<unknown> {
  if (to === undefined) return migrator.down()
  const [completed, pending] = (await migrator.list()) as [Migration[], Migration[]]
  const done = completed.map((migration) => migration.name ?? '')
  const name = to.endsWith('.ts') ? to : `${to}.ts`
  if (!done.includes(name) && (down || !pending.some((migration) => migration.file === name))) {
    throw new Refused(
      down ? say('Migration {name} has not been run.', { name }) : say('There is no migration {name}.', { name }),
    )
  }
  return down ? takeBack(migrator, done.slice(done.indexOf(name) + 1)) : migrator.to({ name })
}

async function takeBack(migrator: Knex.Migrator, names: string[]): Promise<[number, string[]]> {
  for (const name of names.toReversed()) await migrator.down({ name })
  return [0, names.toReversed()]
}
