import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { conclude, OUTCOME_FILE, type Outcome } from './outcome.ts'

const VITEST = {
  'sums.test.ts': `
    import { beforeAll, describe, expect, test } from 'vitest'
    test('pass', () => {})
    test.skip('later', () => {})
    test('fail', () => expect({ sum: 1 }).toEqual({ sum: 2 }))
    describe('with a server', () => {
      beforeAll(() => { throw new Error('no server') })
      test('answer', () => {})
    })`,
  'lost.test.ts': `import './nowhere.ts'`,
  'later.test.ts': `
    import { test } from 'vitest'
    test('leaves something behind', async () => {
      process.emit('uncaughtException', new Error('nobody caught me'))
    })`,
}
const PLAYWRIGHT = {
  'screens.spec.ts': `
    import { expect, test } from '@playwright/test'
    test('pass', () => {})
    test.skip('later', () => {})
    test.describe('a page', () => {
      test('fails', () => expect([1, 2]).toEqual([1, 3]))
    })`,
  'lost.spec.ts': `import './nowhere.ts'`,
}

test('a run of vitest ends with what failed, hooks and files included', async () => {
  const outcome = await runIn(VITEST, [
    'vitest/vitest.mjs',
    'run',
    '--reporter',
    resolve('src/testing/run/vitest-outcome.ts'),
  ])
  const said = conclude([outcome])
  expect(said).toContain('✗ sums.test.ts › fail\n    AssertionError: expected { sum: 1 } to deeply equal { sum: 2 }\n')
  expect(said).toContain('-   "sum": 2,')
  expect(said).toContain('✗ sums.test.ts › with a server\n    Error: no server\n')
  expect(said).toMatch(/✗ lost\.test\.ts\n {4}Error: Cannot find module '.\/nowhere\.ts'/)
  expect(said).toContain('✗ outside of all tests\n    Error: nobody caught me\n')
  expect(said.split('\n').at(-1)).toBe('2 passed, 4 failed, 2 skipped')
})

test('and one of Playwright', async () => {
  const reporter = resolve('src/testing/run/playwright-outcome.ts')
  const screens = await runIn(PLAYWRIGHT, ['@playwright/test/cli.js', 'test', 'screens', '--reporter', reporter])
  const said = conclude([screens])
  expect(said).toMatch(
    /✗ \S*screens\.spec\.ts:\d+ › a page › fails\n {4}failed\n {4}Error: expect\(received\)\.toEqual/,
  )
  expect(said.split('\n').at(-1)).toBe('1 passed, 1 failed, 1 skipped')

  const all = await runIn(PLAYWRIGHT, ['@playwright/test/cli.js', 'test', '--reporter', reporter])
  expect(conclude([all])).toContain(`Cannot find module`)
})

test('the counts are of all runs, and a long list is cut', () => {
  const failures = Array.from({ length: 23 }, (_, index) => ({
    name: `test ${index}`,
    error: 'Error: no\n    at here',
  }))
  const said = conclude([
    { passed: 2, skipped: 0, failures },
    { passed: 3, skipped: 0, failures: [] },
  ])
  expect(said).toContain('✗ test 19\n    Error: no\n\nand 3 more\n\n5 passed, 23 failed')
  expect(said).not.toContain('at here')
})

/** Runs those files, each run in a folder of its own, and reads what the reporter wrote. */
async function runIn(files: Record<string, string>, [script = '', ...args]: string[]): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'outcome-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const file = join(folder, 'outcome.json')
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
  const options = { cwd: folder, env: { ...Object.fromEntries(env), [OUTCOME_FILE]: file } }
  await new Promise((done) => execFile(process.execPath, [resolve('node_modules', script), ...args], options, done))
  return JSON.parse(await readFile(file, 'utf8')) as Outcome
}
