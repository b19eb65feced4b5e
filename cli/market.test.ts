import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { cloneDatabase } from '../src/testing/database.ts'
import { afterThisTest, makeDataDir, query, untilNothingRunsIn } from '../src/testing/postgres-process.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const all = readdirSync(`${project}migrations`).sort()

const ALL_COMMANDS = ['audit-ledger', 'demo', 'jobs', 'migrate', 'promote-admin', 'seed-categories', 'setup-token']

interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

function run(script: string, args: string[], env: Record<string, string>, cwd: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const whole = { PATH: process.env.PATH, ...env }
    const child = execFile(process.execPath, [script, ...args], { cwd, env: whole }, (_, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr })
    })
  })
}

const market = (args: string[], env: Record<string, string> = {}) => run(`${project}cli/index.ts`, args, env, tmpdir())
const knex = (args: string[], env: Record<string, string>) =>
  run(`${project}node_modules/knex/bin/cli.js`, args, env, project)

describe('usage', () => {
  test('help that was asked for is a result', async () => {
    const { code, stdout, stderr } = await market(['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('migrate')
  })

  test('every command says what it does, how it ends, and gives examples', async () => {
    const names = (await market(['--help'])).stdout.matchAll(/^ {2}([a-z-]+-[a-z-]+|demo|jobs|migrate) /gm)
    const commands = [...[...names].map(([, name = '']) => [name]), ['jobs', 'run', 'monthly-streaks']]
    expect(commands.map(([name]) => name)).toEqual(expect.arrayContaining(ALL_COMMANDS))
    await Promise.all(
      commands.map(async (command) => {
        const { code, stdout, stderr } = await market([...command, '--help'])
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
        expect(stdout).toMatch(/Exit code: 0 [\s\S]*2 could not run\.[\s\S]*Examples?:\n {2}market /)
      }),
    )
  }, 90_000)

  test.each([[['bogus']], [['migrate', '--bogus']], [['migrate', '--to']], [[]]])(
    '%j could not run, and says why on standard error',
    async (args) => {
      const { code, stdout, stderr } = await market(args)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/unknown|missing|Usage/)
    },
  )

  test('a bad environment is named, each variable on its line', async () => {
    const { code, stderr } = await market(['migrate'], { PORT: 'x', LOG_LEVEL: 'loud' })
    expect(code).toBe(2)
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/^PORT: /), expect.stringMatching(/^LOG_LEVEL: /)])
  })

  test('a database that does not answer is named', async () => {
    const { code, stderr } = await market(['migrate'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
    expect(code).toBe(2)
    expect(stderr).toBe('The database does not answer (connect ECONNREFUSED 127.0.0.1:1). Is it running?\n')
  })
})

describe('market migrate', () => {
  let env: { DATABASE_URL: string }
  let drop: () => Promise<void>
  beforeEach(async () => {
    const database = await cloneDatabase()
    env = { DATABASE_URL: database.url }
    drop = database.drop
  })
  afterEach(() => drop())

  test('has nothing to do on a database that is up to date', async () => {
    expect(await market(['migrate'], env)).toEqual({ code: 0, stdout: 'Already up to date.\n', stderr: '' })
  })

  test('goes down to a migration and up again', async () => {
    const to = all[3] ?? ''
    const down = await market(['migrate', '--down', '--to', to.replace('.ts', ''), '--json'], env)
    expect(JSON.parse(down.stdout)).toEqual({ direction: 'down', migrations: all.slice(4).reverse() })
    const up = await market(['migrate', '--to', all[4] ?? ''], env)
    expect(up).toEqual({ code: 0, stdout: `run: ${all[4]}\n`, stderr: '' })
    expect((await market(['migrate', '--down'], env)).stdout).toBe(`taken back: ${all[4]}\n`)
    const rest = await market(['migrate', '--json'], env)
    expect(JSON.parse(rest.stdout)).toEqual({ direction: 'up', migrations: all.slice(4) })
  })

  test('refuses a migration that there is not', async () => {
    const outcome = await market(['migrate', '--to', 'nothing'], env)
    expect(outcome).toEqual({ code: 2, stdout: '', stderr: 'There is no migration nothing.ts.\n' })
  })

  test('a lock that a killed migration left does not stop it', async () => {
    await query(env.DATABASE_URL, 'UPDATE migration_lock SET is_locked = 1')
    expect(await market(['migrate'], env)).toMatchObject({ code: 0 })
  })

  test('two at once take turns', async () => {
    await market(['migrate', '--down', '--to', all[0] ?? ''], env)
    const outcomes = await Promise.all([market(['migrate'], env), market(['migrate'], env)])
    expect(outcomes.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(2).fill({ code: 0, stderr: '' }))
    expect(outcomes.map(({ stdout }) => stdout)).toContain('Already up to date.\n')
  })
})

test('commands start the embedded database, leave it as they found it, and knex works on the same one', async () => {
  const DATA_DIR = await makeDataDir()
  expect((await market(['migrate'], { DATA_DIR })).code).toBe(0)
  await untilNothingRunsIn(DATA_DIR)

  const status = await knex(['migrate:status'], { DATA_DIR })
  expect(status.code).toBe(0)
  expect(status.stdout).toContain(`Found ${all.length} Completed Migration`)
  expect((await knex(['migrate:rollback'], { DATA_DIR })).stdout).toContain(`rolled back: ${all.length} migrations`)
  expect((await knex(['migrate:latest'], { DATA_DIR })).stdout).toContain(`run: ${all.length} migrations`)
  await untilNothingRunsIn(DATA_DIR)

  const server = await startEmbeddedPostgres({ dataDir: DATA_DIR })
  afterThisTest(() => server.stop())
  expect((await market(['migrate'], { DATA_DIR })).stdout).toBe('Already up to date.\n')
  expect((await knex(['migrate:status'], { DATA_DIR })).code).toBe(0)
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
}, 60_000)
