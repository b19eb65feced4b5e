// `npm test`: builds the site, runs vitest beside Playwright, and ends with one line that counts both.
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
const FAILED: Counts = { passed: 0, failed: 1, skipped: 0 }

const reports = await mkdtemp(join(tmpdir(), 'reports-'))
try {
  // A missing browser is reported now, not after minutes of other tests.
  await findChromium()
  const built = (await run('web/build.ts')) === 0
  conclude(built ? await runBoth() : [FAILED])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  conclude([FAILED])
} finally {
  await rm(reports, { recursive: true })
}

/** Each waits for its servers much of the time. Vitest prints as it goes; what Playwright has printed follows as a whole. */
async function runBoth(): Promise<Counts[]> {
  let printed = ''
  const playwright = runPlaywright((text) => (printed += text))
  const counts = await Promise.all([runVitest(), playwright])
  process.stdout.write(printed)
  return counts
}

async function runVitest(): Promise<Counts> {
  const file = join(reports, 'vitest.json')
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await run(VITEST, ['run', '--passWithNoTests', ...output])
  type Report = Record<'numTotalTests' | 'numPassedTests' | 'numFailedTests', number>
  return countReport(file, code, (report) => {
    const { numTotalTests, numPassedTests, numFailedTests } = report as Report
    const skipped = numTotalTests - numPassedTests - numFailedTests
    return { passed: numPassedTests, failed: numFailedTests, skipped }
  })
}

async function runPlaywright(print: (text: string) => void): Promise<Counts> {
  const file = join(reports, 'playwright.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file
  const code = await run(PLAYWRIGHT, ['test', '--pass-with-no-tests', '--reporter=list,json'], print)
  type Report = { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }
  return countReport(file, code, (report) => {
    const { expected, unexpected, flaky, skipped } = (report as Report).stats
    return { passed: expected, failed: unexpected + flaky, skipped }
  })
}

/** Runs a script on this Node and answers its exit code. @param print takes its output, which else goes to the terminal */
async function run(script: string, args: string[] = [], print?: (text: string) => void): Promise<number> {
  const output = print ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', output, output] })
  if (print) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print)
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 1
}

/** A test file that does not load, or an error between tests, fails the run without failing a test: count it too. */
async function countReport(file: string, code: number, count: (report: unknown) => Counts): Promise<Counts> {
  const counts = await readFile(file, 'utf8').then(
    (json) => count(JSON.parse(json)),
    () => FAILED,
  )
  return code === 0 ? counts : { ...counts, failed: Math.max(counts.failed, 1) }
}

function conclude(all: Counts[]): void {
  const total = (key: keyof Counts) => all.reduce((sum, counts) => sum + counts[key], 0)
  const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
  console.log(`${total('passed')} passed, ${total('failed')} failed${skipped}`)
  process.exitCode = total('failed') > 0 ? 1 : 0
}
