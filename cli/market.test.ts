import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { withoutIsolates } from '../src/platform/language/isolates.ts'
import { inEnglish, translate } from '../src/platform/language/translate.ts'
import { LANGUAGES, say, type Said, type Saying } from '../src/platform/language/words.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts'
import { captureOutput } from '../src/testing/run/capture-output.ts'
import { cloneDatabase } from '../src/testing/postgres/database.ts'
import { makeDataDir, query, untilNothingRunsIn } from '../src/testing/postgres/postgres-process.ts'
import { startScript } from '../src/testing/market/start-script.ts'
import { runMarket } from './run-market.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const all = readdirSync(`${project}migrations`)
  .filter((name) => name.endsWith('.ts'))
  .sort()
/** Enough to go down to and up again. */
const LAST = all.slice(-5)

const ALL_COMMANDS = [
  'audit-ledger',
  'demo',
  'jobs',
  'migrate',
  'promote-admin',
  'seed-categories',
  'setup-token',
  'upgrade',
]

/** The first words of what stands beside each option and command. */
const descriptionsIn = (help: string) =>
  [...help.matchAll(/^ {2}\S.*? {2,}(\S+ \S+ \S+)/gm)].map(([, words = '']) => words)

const market = (args: string[], env: Record<string, string> = {}) => captureOutput(env, () => runMarket(args))

describe('usage', () => {
  test('a process prints help that was asked for on standard output, wherever it is started', async () => {
    const { code, stdout, stderr } = await startScript('cli/index.ts', ['--help'], tmpdir())
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('migrate')
  })

  test('every command says what it does, how it ends, and gives examples', async () => {
    const names = [...(await market(['--help'])).stdout.matchAll(/^ {2}([a-z][a-z-]+) /gm)].map(([, name = '']) => name)
    const ours = names.filter((name) => name !== 'help' && name !== 'market')
    const commands = [...ours.map((name) => [name]), ['jobs', 'run', 'monthly-streaks']]
    expect(commands.map(([name]) => name)).toEqual(expect.arrayContaining(ALL_COMMANDS))
    for (const command of commands) {
      const { code, stdout, stderr } = await market([...command, '--help'])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/Exit code: 0 [\s\S]*2 could not run\.[\s\S]*Examples?:\n {2}market /)
    }
  })

  test.each([[['bogus']], [['migrate', '--bogus']], [['migrate', '--to']], [[]]])(
    '%j could not run, and says why on standard error',
    async (args) => {
      const { code, stdout, stderr } = await market(args)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/unknown|missing|Usage/)
    },
  )

  test("a refusal is told in the terminal's language, and in English where that is none of ours", async () => {
    const { url, drop } = await cloneDatabase()
    onTestFinished(drop)
    const env = { DATABASE_URL: url, LC_ALL: 'de_DE.UTF-8' }
    const refusal = 'Say where to: market backup TARGET'
    expect((await market(['backup'], env)).stderr).toBe(`${translate('de', refusal)}\n`)
    expect((await market(['backup'], { ...env, LC_ALL: 'C.UTF-8' })).stderr).toBe(`${refusal}\n`)
  })

  test.each(LANGUAGES.filter((language) => language !== 'en'))(
    'help and the refusals of its arguments are in the language of the terminal: %s',
    async (language) => {
      const env = { LANG: language }
      const said = (saying: Saying) => withoutIsolates(translate(language, saying))
      const names = [...(await market(['--help'])).stdout.matchAll(/^ {2}([a-z][a-z-]+) /gm)].map(
        ([, name = '']) => name,
      )
      for (const command of [[], ...names.filter((name) => name !== 'market').map((name) => [name])]) {
        const [english, { stdout }] = [await market([...command, '--help']), await market([...command, '--help'], env)]
        expect(stdout).toContain(said('Usage:'))
        expect(stdout).toContain(said('display help for command'))
        const own = ['Usage:', 'Arguments:', 'Options:', 'Commands:', '[options]', '[command]', 'display help for']
        for (const words of [...own, 'default:', 'Exit code', 'could not run', ...descriptionsIn(english.stdout)])
          if (said(words) !== words) expect(stdout).not.toContain(words)
      }
      const refusals: [string[], Said][] = [
        [['migrat'], say("error: unknown command ''{name}''", { name: 'migrat' })],
        [['migrat'], say('(Did you mean {names}?)', { names: 'migrate' })],
        [['migrate', '--tow'], say("error: unknown option ''{name}''", { name: '--tow' })],
        [['migrate', '--to'], say("error: option ''{name}'' argument missing", { name: '--to <NAME>' })],
        [['restore'], say("error: missing required argument ''{name}''", { name: 'SOURCE' })],
        [
          ['jobs', '--failed', '--retry'],
          say("error: option ''{name}'' cannot be used with option ''{other}''", {
            name: '--retry [QUEUE]',
            other: '--failed',
          }),
        ],
        [
          ['simulate', '--months', 'many'],
          say("error: option ''{name}'' argument ''{given}'' is invalid. {why}", {
            name: '--months <N>',
            given: 'many',
            why: say('It is a whole number from {least} to {most}.', { least: 1, most: 120 }),
          }),
        ],
        [
          ['status', 'now'],
          say(
            "error: too many arguments for ''{name}''. Expected {expected, plural, one {# argument} other {# arguments}} but got {received}: {given}.",
            { name: 'status', expected: 0, received: '1', given: 'now' },
          ),
        ],
      ]
      for (const [args, refusal] of refusals) {
        const { code, stdout, stderr } = await market(args, env)
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
        expect(stderr.split('\n')).toContain(said(refusal))
        expect(stderr).toContain(said('See `market --help`, or `market COMMAND --help`.'))
        expect((await market(args)).stderr).toContain(inEnglish(refusal))
      }
    },
  )

  test('what programs read is the same in every terminal', async () => {
    const { url, drop } = await cloneDatabase()
    onTestFinished(drop)
    const env = { DATABASE_URL: url }
    const read = (locale: string) => market(['doctor', '--json'], { ...env, LC_ALL: locale })
    const [english, german] = [await read('C'), await read('de_DE')]
    const mail = (stdout: string) =>
      (JSON.parse(stdout) as { checks: { name: string }[] }).checks.find(({ name }) => name === 'mail')
    expect(mail(german.stdout)).toEqual({ name: 'mail', verdict: 'skipped', found: 'no SMTP_URL' })
    expect(mail(german.stdout)).toEqual(mail(english.stdout))
    expect((await market(['doctor'], { ...env, LC_ALL: 'de_DE' })).stdout).toContain(translate('de', 'no SMTP_URL'))
  })

  test.each(LANGUAGES.filter((language) => language !== 'en'))(
    'what simulate and audit-ledger find is told in the language of the terminal: %s',
    async (language) => {
      const { url, drop } = await cloneDatabase()
      onTestFinished(drop)
      const env = { DATABASE_URL: url, LANG: language }
      const said = (saying: Saying) => withoutIsolates(translate(language, saying))
      const short = ['simulate', '--months', '2', '--seeds', '1']
      const { stdout } = await market(short, env)
      const held = say('held at {target} a member', { target: 35 })
      const title = say('{rules}, {threshold}', { rules: held, threshold: say('twice the threshold') })
      const [head = '', ...rows] = stdout.split('\n').slice(4, 11)
      expect(head).toMatch(new RegExp(`^${said('MONTH')} +1 +2 +${said('lowest')}$`))
      expect(rows.at(-1)?.slice(0, said(title).length + 1)).toBe(`${said(title)} `)
      expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([head.length]))
      for (const words of ['Tokens for each active member', 'Of 10 tokens, a combo pays'])
        expect(stdout.split('\n')).toContain(said(words))
      expect(stdout).toContain(said(say('month {month}', { month: 1 })))
      expect((await market([...short, '--json'], env)).stdout).toBe((await market([...short, '--json'])).stdout)

      const { counts } = JSON.parse((await market(['audit-ledger', '--json'], env)).stdout) as {
        counts: Record<string, number>
      }
      const audited = (await market(['audit-ledger'], env)).stdout
      for (const name of Object.keys(counts)) expect(audited).not.toContain(name)
      const { accounts: count = 0, 'open holds': holds = 0 } = counts
      expect(audited).toContain(said(say('{count, plural, one {# account} other {# accounts}}', { count })))
      expect(audited).toContain(said(say('{count, plural, one {# open hold} other {# open holds}}', { count: holds })))
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
    const [to = '', next = '', ...later] = LAST
    const down = await market(['migrate', '--down', '--to', to.replace('.ts', ''), '--json'], env)
    expect(JSON.parse(down.stdout)).toEqual({ direction: 'down', migrations: [next, ...later].reverse() })
    const up = await market(['migrate', '--to', next], env)
    expect(up).toEqual({ code: 0, stdout: `run: ${next}\n`, stderr: '' })
    expect((await market(['migrate', '--down'], env)).stdout).toBe(`taken back: ${next}\n`)
    const rest = await market(['migrate', '--json'], env)
    expect(JSON.parse(rest.stdout)).toEqual({ direction: 'up', migrations: [next, ...later] })
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
    const [to = '', ...later] = LAST
    await market(['migrate', '--down', '--to', to], env)
    const both = () => Promise.all([runMarket(['migrate']), runMarket(['migrate'])])
    const { code, stdout, stderr } = await captureOutput(env, both)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.trim().split('\n')).toEqual([...later.map((name) => `run: ${name}`), 'Already up to date.'])
  })
})

test('a command starts the embedded database, leaves it as it found it, and knex works on the same one', async () => {
  const DATA_DIR = await makeDataDir()
  const knex = (command: string) =>
    startScript('node_modules/knex/bin/cli.js', [`migrate:${command}`], project, { DATA_DIR })
  expect((await startScript('cli/index.ts', ['migrate'], tmpdir(), { DATA_DIR })).code).toBe(0)
  await untilNothingRunsIn(DATA_DIR)
  expect((await knex('rollback')).stdout).toContain(`rolled back: ${all.length} migrations`)
  expect((await knex('latest')).stdout).toContain(`run: ${all.length} migrations`)
  await untilNothingRunsIn(DATA_DIR)

  const server = await startEmbeddedPostgres({ dataDir: DATA_DIR })
  onTestFinished(() => server.stop())
  expect((await market(['migrate'], { DATA_DIR })).stdout).toBe('Already up to date.\n')
  await query(server.url, "update migration_sql set hash = 'another' where file like '%/tiles.sql'")
  expect((await knex('latest')).stdout).toContain('run: src/modules/catalog/searches/tiles.sql\n')
  const status = await knex('status')
  expect(status.code).toBe(0)
  expect(status.stdout).toContain(`Found ${all.length} Completed Migration`)
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

describe('market upgrade', () => {
  test('says what will happen, does it, and says how to go back; a later version is left alone', async () => {
    const database = await cloneDatabase()
    onTestFinished(database.drop)
    const env = { DATABASE_URL: database.url }
    const [before, newest] = all.slice(-2)
    await market(['migrate', '--down', '--to', before ?? ''], env)
    const planned = await market(['upgrade', '--dry-run'], env)
    expect(planned).toMatchObject({ code: 0, stderr: '' })
    expect(planned.stdout).toMatch(
      /^What will happen:\n {2}build the site; .*\n {2}migrate .*\n( {2}renew .*\n)? {2}then you restart .*\n$/,
    )
    expect(await market(['upgrade', '--no-build'], env)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(
          `^What will happen:\n  migrate ${newest}(, which takes something away: since .*)?\n[\\s\\S]*To go back: [\\s\\S]*--down --to ${before}; and after it, .*\n$`,
        ),
      ) as string,
    })
    const again = await market(['upgrade', '--no-build'], env)
    expect(again.stdout).toMatch(/ {2}nothing to migrate\n[\s\S]*To go back: .* The tables are as they were\.\n$/)
    await query(database.url, "insert into migration (name, batch) values ('29990101000000_more.ts', 99)")
    const later = await market(['upgrade', '--no-build'], env)
    expect(later).toMatchObject({ code: 2, stdout: '' })
    expect(later.stderr).toMatch(/^This database belongs to a later version: it has run 29990101000000_more\.ts\. /)
  })

  test('where nothing can build the site it says so in one line, and has changed nothing', async () => {
    const database = await cloneDatabase()
    onTestFinished(database.drop)
    await market(['migrate', '--down'], { DATABASE_URL: database.url })
    const bare =
      "import{registerHooks}from'node:module';registerHooks({resolve(name,context,next){if(name==='vite')throw(new(Error)('gone'));return(next(name,context))}})"
    const env = { DATABASE_URL: database.url, NODE_OPTIONS: `--import=data:text/javascript,${bare}` }
    const refused = await startScript('cli/index.ts', ['upgrade'], tmpdir(), env)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toMatch(/^This site came ready-made: .* Use `market upgrade --no-build`, .*\n$/)
    expect((await market(['upgrade', '--dry-run', '--no-build'], env)).stdout).toContain(`migrate ${all.at(-1)}`)
  })
})
