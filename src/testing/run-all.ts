// `npm test`: builds the site, runs vitest and Playwright, and ends with one line that counts both.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.ts'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const VITEST = 'node_modules/vitest/vitest.mjs'
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'
const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 }

const reports = await mkdtemp(join(tmpdir(), 'reports-'))
try {
  // A missing browser is told now, not after minutes of other tests.
  await findChromium()
  const built = withExitCode(NOTHING, await run('web/build.ts'))
  conclude(built.failed > 0 ? [built] : [await runVitest(), await runPlaywright()])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  conclude([{ ...NOTHING, failed: 1 }])
} finally {
  await rm(reports, { recursive: true })
}

async function runVitest(): Promise<Counts> {
  const file = join(reports, 'vitest.json')
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await run(VITEST, 'run', '--passWithNoTests', ...output)
  type Report = Record<'numTotalTests' | 'numPassedTests' | 'numFailedTests', number>
  const { numTotalTests, numPassedTests, numFailedTests } = await readReport<Report>(file)
  const skipped = numTotalTests - numPassedTests - numFailedTests
  return withExitCode({ passed: numPassedTests, failed: numFailedTests, skipped }, code)
}

async function runPlaywright(): Promise<Counts> {
  const file = join(reports, 'playwright.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file
  const code = await run(PLAYWRIGHT, 'test', '--pass-with-no-tests', '--reporter=list,json')
  type Report = { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }
  const { expected, unexpected, flaky, skipped } = (await readReport<Report>(file)).stats
  return withExitCode({ passed: expected + flaky, failed: unexpected, skipped }, code)
}

/** Runs a script on this Node, its output going to the terminal. */
async function run(script: string, ...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

async function readReport<Report>(file: string): Promise<Report> {
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

/** A test file that does not load, or an error between tests, fails the run without failing a test: count it too. */
function withExitCode(counts: Counts, code: number): Counts {
  return code === 0 ? counts : { ...counts, failed: Math.max(counts.failed, 1) }
}

function conclude(all: Counts[]): void {
  const total = (key: keyof Counts) => all.reduce((sum, counts) => sum + counts[key], 0)
  const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
  console.log(`${total('passed')} passed, ${total('failed')} failed${skipped}`)
  process.exitCode = total('failed') > 0 ? 1 : 0
}
