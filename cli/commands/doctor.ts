import type { Command } from 'commander'
import { words } from '../../src/platform/language/words.ts'
import { inHelp } from '../help.ts'
import { type Finding, type NamedFinding, runChecks } from '../doctor/check.ts'
import { DATABASE_CHECKS } from '../doctor/database.ts'
import { MARKET_CHECKS } from '../doctor/market.ts'
import { REPLICA } from '../doctor/replica.ts'
import { SURROUNDINGS } from '../doctor/surroundings.ts'
import { FOUND_SOMETHING } from '../exit-code.ts'
import { inTerminal } from '../../src/platform/language/terminal.ts'
import { inEnglish } from '../../src/platform/language/translate.ts'
import { withConfig } from '../with-context.ts'

const CHECKS = [...DATABASE_CHECKS, REPLICA, ...SURROUNDINGS, ...MARKET_CHECKS]
const MARKS: Record<Finding['verdict'], string> = { good: '✓', warning: '!', bad: '✗', skipped: '-' }

export function doctor(program: Command): void {
  program
    .command('doctor')
    .description(words('look at a configuration from end to end, and say what to do about what is wrong'))
    .option('--json', words('print one JSON document'))
    .addHelpText(
      'after',
      inHelp(
        words(`Really asks: the database, its extensions, tables, notifications and connections, the pooler, the replica, the photo store
(it writes, reads and deletes a file), the mail server, the card provider and its webhook, courier, sign-in provider,
analyser, geocoder, clocks and free disk; whether there are an admin, categories, a worker and a backup in a place that
answers. Then it names what waits for a person, as market status does. It ends within seconds, whoever is silent.
Nothing is changed, no mail is sent and no card is charged.

Exit code: 0 nothing is wrong, 1 something is, 2 could not run.

Examples:
  market doctor
  market doctor --json | jq '.checks[] | select(.verdict == "bad")'`),
      ),
    )
    .action((options: { json?: boolean }) =>
      withConfig(async (config) => {
        const width = Math.max(...CHECKS.map(({ name }) => inTerminal(name).length)) + 1
        const checks = await runChecks(CHECKS, config, (finding) => {
          if (!options.json) print(finding, width)
        })
        if (options.json) console.log(JSON.stringify({ checks: checks.map(forPrograms) }))
        if (checks.some(({ verdict }) => verdict === 'bad')) process.exitCode = FOUND_SOMETHING
      }),
    )
}

/** @param width columns for the names */
function print({ name, verdict, found, advice }: NamedFinding, width: number): void {
  console.log(`${MARKS[verdict]} ${inTerminal(name).padEnd(width)}${inTerminal(found)}`)
  if (advice !== undefined) console.log(`${' '.repeat(width + 2)}→ ${inTerminal(advice)}`)
}

/** Output for programs is the same in every terminal. */
const forPrograms = ({ found, advice, ...finding }: NamedFinding) => ({
  ...finding,
  found: inEnglish(found),
  ...(advice !== undefined && { advice: inEnglish(advice) }),
})
