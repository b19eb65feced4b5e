// `npm test`: builds the site, runs vitest and then Playwright, and ends with what failed and one line that counts both.
// `npm test -- --changed [REF]`: only the tests of what differs from a commit.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { changedFiles, testsOf, type Selection } from './changed.ts'
import { findChromium } from './chromium.ts'
import { conclude, OUTCOME_FILE, type Outcome } from './outcome.ts'

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', '--reporter=default']
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '--pass-with-no-tests']

// Dozens of servers are started, and compiling what they import was half the cost of each.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')

const { values, positionals } = parseArgs({ options: { changed: { type: 'boolean' } }, allowPositionals: true })
const chosen: Selection = values.changed
  ? testsOf(changedFiles(positionals[0]))
  : { vitest: undefined, screens: undefined }
if (values.changed) console.log(`Testing ${[chosen.vitest ?? 'everything', chosen.screens ?? []].flat().join(' ')}`)

const outcomes = await buildAndTest().catch((error: unknown) => [failed('npm test', String(error))])
console.log(conclude(outcomes))
process.exitCode = outcomes.some(({ failures }) => failures.length > 0) ? 1 : 0

async function buildAndTest(): Promise<Outcome[]> {
  // A missing browser is reported now, not after minutes of other tests.
  await findChromium()
  const code = await run(['web/build.ts'])
  if (code !== 0) return [failed('web/build.ts', `It ended with code ${code}; why stands above.`)]
  const reports = await mkdtemp(join(tmpdir(), 'reports-'))
  try {
    const vitest = () =>
      test(
        [...VITEST, ...(chosen.vitest ?? [])],
        '--reporter=src/testing/run/vitest-outcome.ts',
        join(reports, 'vitest.json'),
      )
    const playwright = () =>
      test(
        [...PLAYWRIGHT, ...(chosen.screens ?? [])],
        '--reporter=list,src/testing/run/playwright-outcome.ts',
        join(reports, 'playwright.json'),
      )
    // One after the other: side by side they end no earlier, and each waits twice as long for everything.
    const outcomes: Outcome[] = []
    if (chosen.vitest?.length !== 0) outcomes.push(await vitest())
    if (chosen.screens?.length !== 0) outcomes.push(await playwright())
    return outcomes
  } finally {
    await rm(reports, { recursive: true })
  }
}

/** A run that ended badly without saying of which test has failed as a whole. */
async function test(command: string[], reporter: string, file: string): Promise<Outcome> {
  const code = await run([...command, reporter], { [OUTCOME_FILE]: file })
  const told = await readFile(file, 'utf8').then(
    (json) => JSON.parse(json) as Outcome,
    () => undefined,
  )
  if (told && (code === 0 || told.failures.length > 0)) return told
  const { failures } = failed(command.join(' '), `It ended with code ${code}; why stands above.`)
  return { passed: 0, skipped: 0, ...told, failures }
}

/** Runs a script on this Node and answers its exit code. */
async function run(command: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 1
}

function failed(name: string, error: string): Outcome {
  return { passed: 0, skipped: 0, failures: [{ name, error }] }
}
