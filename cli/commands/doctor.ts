import type { Command } from 'commander'
import { loadConfig, readEnvironment } from '../../src/platform/config.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { type Finding, runCheck } from '../doctor/check.ts'
import { DATABASE_CHECKS } from '../doctor/database.ts'
import { SURROUNDINGS } from '../doctor/surroundings.ts'
import { FOUND_SOMETHING } from '../exit-code.ts'

const CHECKS = [...DATABASE_CHECKS, ...SURROUNDINGS]
const MARKS: Record<Finding['verdict'], string> = { good: '✓', warning: '!', bad: '✗', skipped: '-' }

export function doctor(program: Command): void {
  program
    .command('doctor')
    .description('look at a configuration from end to end, and say what to do about what is wrong')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Really asks: the database, its extensions and notifications, the pooler, the photo store (it writes, reads and deletes a
file), the mail server, the card provider and its webhook, sign-in provider, analyser, geocoder, clocks and free disk.
Nothing is changed, no mail is sent and no card is charged.

Exit code: 0 nothing is wrong, 1 something is, 2 could not run.

Examples:
  market doctor
  market doctor --json | jq '.checks[] | select(.verdict == "bad")'
`,
    )
    .action(async (options: { json?: boolean }) => {
      const config = loadConfig(readEnvironment())
      const embedded = config.embeddedDatabase ? await startEmbeddedPostgres({ dataDir: config.DATA_DIR }) : undefined
      const checks = []
      try {
        for (const check of CHECKS) {
          const finding = await runCheck(check, { ...config, DATABASE_URL: embedded?.url ?? config.DATABASE_URL })
          checks.push({ name: check.name, ...finding })
          if (!options.json) print(check.name, finding)
        }
      } finally {
        await embedded?.stop()
      }
      if (options.json) console.log(JSON.stringify({ checks }))
      if (checks.some(({ verdict }) => verdict === 'bad')) process.exitCode = FOUND_SOMETHING
    })
}

function print(name: string, { verdict, found, advice }: Finding): void {
  console.log(`${MARKS[verdict]} ${name.padEnd(17)}${found}`)
  if (advice !== undefined) console.log(`${' '.repeat(19)}→ ${advice}`)
}
