// `npm run mutants [-- part of a name ...]`: plants each bug in a copy of the tree; its tests must fail, and soon.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../../platform/errors.ts'
import { MUTANTS, type Mutant } from './mutants.ts'
import { withMutant } from './plant.ts'

const MOST_SECONDS = 60
const NOT_COPIED = ['node_modules', '.git', '.data', 'dist', 'test-results', 'playwright-report']

interface Outcome {
  verdict: 'caught' | 'too slow' | 'SURVIVED' | 'NOT RUN'
  by: string
  seconds: number
}

interface Report {
  testResults: { status: string; message: string; assertionResults: { status: string; fullName: string }[] }[]
}

const wanted = process.argv.slice(2)
const chosen = MUTANTS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
const tree = await copyTree(process.cwd())
const outcomes: Outcome[] = []
try {
  const sound = await judgeSound()
  if (sound !== undefined) throw new Error(`without any mutant these fail already: ${sound}`)
  for (const mutant of chosen) {
    const outcome = await withMutant(tree, mutant, () => judge(mutant)).catch(notRun)
    outcomes.push(outcome)
    console.log(
      `${outcome.verdict.padEnd(9)}${outcome.seconds.toFixed(1).padStart(6)} s  ${mutant.name}\n${' '.repeat(19)}${outcome.by}`,
    )
  }
} finally {
  await rm(tree, { recursive: true })
}
const caught = outcomes.filter(({ verdict }) => verdict === 'caught').length
console.log(`${caught} of ${chosen.length} mutants caught`)
process.exitCode = chosen.length > 0 && caught === chosen.length ? 0 : 1

async function copyTree(from: string): Promise<string> {
  const to = await mkdtemp(join(tmpdir(), 'market-mutants-'))
  // As root, PostgreSQL runs as another user, who must get through.
  await chmod(to, 0o755)
  await cp(from, to, { recursive: true, filter: (path) => !NOT_COPIED.some((name) => path === join(from, name)) })
  await symlink(join(from, 'node_modules'), join(to, 'node_modules'))
  return to
}

/** A test that fails anyway proves nothing. */
async function judgeSound(): Promise<string | undefined> {
  const files = [...new Set(chosen.map(({ tests }) => tests[0]!))]
  const { failed } = await runTests(files, MOST_SECONDS * files.length)
  return failed[0]
}

async function judge({ tests }: Mutant): Promise<Outcome> {
  const started = performance.now()
  const { failed, ended } = await runTests(tests, MOST_SECONDS)
  const seconds = (performance.now() - started) / 1000
  if (!ended) return { verdict: 'too slow', by: `${tests.join(' ')} did not end`, seconds }
  const [first] = failed
  if (first === undefined) return { verdict: 'SURVIVED', by: tests.join(' '), seconds }
  return { verdict: 'caught', by: failed.length === 1 ? first : `${first}, and ${failed.length - 1} more`, seconds }
}

function notRun(error: unknown): Outcome {
  return { verdict: 'NOT RUN', by: messageOf(error), seconds: 0 }
}

/** @throws Error where no test has run: a mutant that does not load is not caught by a test */
async function runTests(tests: string[], mostSeconds: number): Promise<{ failed: string[]; ended: boolean }> {
  const file = join(tree, 'mutant-report.json')
  await rm(file, { force: true })
  const args = ['run', '--bail=1', '--reporter=json', `--outputFile=${file}`, ...tests]
  const vitest = spawn(process.execPath, [join('node_modules', 'vitest', 'vitest.mjs'), ...args], {
    cwd: tree,
    stdio: 'ignore',
    timeout: mostSeconds * 1000,
  })
  await once(vitest, 'exit')
  if (vitest.signalCode !== null) return { failed: [], ended: false }
  const { testResults } = JSON.parse(await readFile(file, 'utf8')) as Report
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const done = results.filter(({ status }) => status === 'passed' || status === 'failed')
  if (done.length === 0)
    throw new Error(testResults.find(({ message }) => message !== '')?.message ?? 'no test has run')
  return { failed: done.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName), ended: true }
}
