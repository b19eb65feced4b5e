import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import { inHelp } from '../help.ts'
import { changedSql } from '../../src/platform/database/apply-sql.ts'
import { MIGRATIONS } from '../../src/platform/database/migrations.ts'
import { compareMigrations, NO_TABLES } from '../../src/platform/demand-needs.ts'
import { migrateDatabase } from '../../src/platform/database/migrate-database.ts'
import { type Said, say, words } from '../../src/platform/language/words.ts'
import { Refused } from '../../src/platform/errors.ts'
import { inTerminal } from '../../src/platform/language/terminal.ts'
import manifest from '../../package.json' with { type: 'json' }
import { withDatabase } from '../with-context.ts'

interface Options {
  dryRun?: boolean
  build: boolean
}

export function upgrade(program: Command): void {
  program
    .command('upgrade')
    .description(
      words('bring a site that runs to this version: says what will happen, does it, and says how to go back'),
    )
    .option('--dry-run', words('only say what will happen'))
    .option('--no-build', words('leave the site in dist/ as it is, where it came ready-made'))
    .addHelpText(
      'after',
      inHelp(
        words(`Processes of the version before serve on meanwhile. It builds the site, with the files of the build before beside it for
a day, and migrates the tables. Then you restart the processes, one after the other.

Exit code: 0 done, or nothing to do; 2 could not run.

Examples:
  market upgrade --dry-run
  market upgrade --no-build            in an image
  git pull && npm ci && npx market upgrade`),
      ),
    )
    .action(({ dryRun, build }: Options) =>
      withDatabase(async (db) => {
        if (build && !canBuild()) throw new Refused(READY_MADE)
        const { missing, done, unknown } = await compareMigrations(db)
        if (done.length === 0) throw new Refused(NO_TABLES)
        if (unknown.length > 0) {
          throw new Refused(
            say(
              'This database belongs to a later version: it has run {unknown}. That version can be left without taking its tables back: just start this one.',
              { unknown: unknown.join(', ') },
            ),
          )
        }
        console.log(
          [
            inTerminal(words('What will happen:')),
            ...(await plan(missing, (await changedSql(db)).length, build)).map((step) => `  ${inTerminal(step)}`),
          ].join('\n'),
        )
        if (dryRun) return
        if (build) await promisify(execFile)(process.execPath, ['web/build.ts'])
        await migrateDatabase(db)
        console.log(`\n${inTerminal(RESTART)}\n\n${inTerminal(wayBack(done.at(-1), missing.length > 0))}`)
      }),
    )
}

const READY_MADE = words(
  'This site came ready-made: what builds it is not installed here. Use `market upgrade --no-build`, or, in a folder of the sources, `npm ci` first.',
)

function canBuild(): boolean {
  try {
    import.meta.resolve('vite')
    return true
  } catch {
    return false
  }
}

async function plan(missing: string[], changed: number, build: boolean): Promise<(string | Said)[]> {
  const migrations = await Promise.all(
    missing.map(async (name) => {
      const { contracts } = (await import(pathToFileURL(join(MIGRATIONS.directory, name)).href)) as Migration
      return contracts === undefined
        ? say('migrate {name}', { name })
        : say('migrate {name}, which takes something away: since {contracts}', { name, contracts })
    }),
  )
  return [
    ...(build ? [words('build the site; files of the build before stay for a day')] : []),
    ...(migrations.length > 0 ? migrations : [words('nothing to migrate')]),
    ...(changed > 0
      ? [say('renew functions, triggers and views of {changed, plural, one {# file} other {# files}}', { changed })]
      : []),
    say('then you restart the processes into {version}', { version: manifest.version }),
  ]
}

/** A migration that only expands has nothing to say here, since processes of the version before run on. */
interface Migration {
  contracts?: string
}

const RESTART = words(
  'Done. Now restart the processes, one after the other: SIGTERM, wait for the end, start, wait for /readyz. A web process answers what it has begun, and serves on for DRAIN_SECONDS before.',
)

function wayBack(newest: string | undefined, migrated: boolean): string | Said {
  if (!migrated) return words('To go back: start the version before again. The tables are as they were.')
  return say(
    'To go back: start the version before again. It works with these tables. Should they be taken back too, with all that the new ones hold by then, do that before, with this version: npx market migrate --down --to {newest}; and after it, with that one: npx market migrate',
    { newest: newest ?? '' },
  )
}
