import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import { changedSql } from '../../src/platform/database/apply-sql.ts'
import { MIGRATIONS } from '../../src/platform/database/migrations.ts'
import { compareMigrations, NO_TABLES } from '../../src/platform/demand-needs.ts'
import { migrateDatabase } from '../../src/platform/database/migrate-database.ts'
import manifest from '../../package.json' with { type: 'json' }
import { withDatabase } from '../with-context.ts'

interface Options {
  dryRun?: boolean
  build: boolean
}

export function upgrade(program: Command): void {
  program
    .command('upgrade')
    .description('bring a site that runs to this version: says what will happen, does it, and says how to go back')
    .option('--dry-run', 'only say what will happen')
    .option('--no-build', 'leave the site in dist/ as it is, where it came ready-made')
    .addHelpText(
      'after',
      `
Processes of the version before serve on meanwhile. It builds the site, with the files of the build before beside it for
a day, and migrates the tables. Then you restart the processes, one after the other.

Exit code: 0 done, or nothing to do; 2 could not run.

Examples:
  market upgrade --dry-run
  market upgrade --no-build            in an image
  git pull && npm ci && npx market upgrade
`,
    )
    .action(({ dryRun, build }: Options) =>
      withDatabase(async (db) => {
        if (build && !canBuild()) throw new Error(READY_MADE)
        const { missing, done, unknown } = await compareMigrations(db)
        if (done.length === 0) throw new Error(NO_TABLES)
        if (unknown.length > 0) {
          throw new Error(
            `This database belongs to a later version: it has run ${unknown.join(', ')}. ` +
              'That version can be left without taking its tables back: just start this one.',
          )
        }
        console.log(
          [
            'What will happen:',
            ...(await plan(missing, (await changedSql(db)).length, build)).map((step) => `  ${step}`),
          ].join('\n'),
        )
        if (dryRun) return
        if (build) await promisify(execFile)(process.execPath, ['web/build.ts'])
        await migrateDatabase(db)
        console.log(`\nDone. ${RESTART}\n\n${wayBack(done.at(-1), missing.length > 0)}`)
      }),
    )
}

const READY_MADE =
  'This site came ready-made: what builds it is not installed here. Use `market upgrade --no-build`, or, in a folder of ' +
  'the sources, `npm ci` first.'

function canBuild(): boolean {
  try {
    import.meta.resolve('vite')
    return true
  } catch {
    return false
  }
}

async function plan(missing: string[], changed: number, build: boolean): Promise<string[]> {
  const migrations = await Promise.all(
    missing.map(async (name) => {
      const { contracts } = (await import(pathToFileURL(join(MIGRATIONS.directory, name)).href)) as Migration
      const takesAway = contracts === undefined ? '' : `, which takes something away: since ${contracts}`
      return `migrate ${name}${takesAway}`
    }),
  )
  return [
    ...(build ? ['build the site; files of the build before stay for a day'] : []),
    ...(migrations.length > 0 ? migrations : ['nothing to migrate']),
    ...(changed > 0 ? [`renew functions, triggers and views of ${changed} files`] : []),
    `then you restart the processes into ${manifest.version}`,
  ]
}

/** Of a migration that only expands there is nothing to say: processes of the version before run on. */
interface Migration {
  contracts?: string
}

const RESTART =
  'Now restart the processes, one after the other: SIGTERM, wait for the end, start, wait for /readyz. ' +
  'A web process answers what it has begun, and serves on for DRAIN_SECONDS before.'

function wayBack(newest: string | undefined, migrated: boolean): string {
  const code = 'To go back: start the version before again. '
  if (!migrated) return `${code}The tables are as they were.`
  return (
    `${code}It works with these tables. Should they be taken back too, with all that the new ones hold by then, do that ` +
    `before, with this version: npx market migrate --down --to ${newest}; and after it, with that one: npx market migrate`
  )
}
