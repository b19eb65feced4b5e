import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts'
import { captureOutput, type Outcome } from '../src/testing/run/capture-output.ts'
import { cloneDatabase } from '../src/testing/postgres/database.ts'
import { listenLocally } from '../src/testing/run/listen-locally.ts'
import { query } from '../src/testing/postgres/postgres-process.ts'
import { LIMIT } from './doctor/check.ts'
import { runMarket } from './run-market.ts'

let root: string
let site: Awaited<ReturnType<typeof listenLocally>>
/** A client of PostgreSQL that was given no address connects here. */
const stranger = createServer((socket) => {
  strangers += 1
  socket.destroy()
})
let strangers = 0
let env: Record<string, string>

beforeAll(async () => {
  // No verdict may come of a busy machine.
  LIMIT.ms = 300_000
  root = await mkdtemp(join(tmpdir(), 'market-commands-'))
  await chmod(root, 0o711)
  stranger.listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  site = await listenLocally(
    createHttpServer((request, response) =>
      response.end(JSON.stringify(request.url?.startsWith('/healthz') ? { status: 'ok' } : [])),
    ),
  )
  env = {
    DATA_DIR: join(root, 'data'),
    LOG_LEVEL: 'error',
    PUBLIC_URL: site.url,
    GEOCODER_URL: `${site.url}/search`,
    PGHOST: '127.0.0.1',
    PGPORT: String((stranger.address() as AddressInfo).port),
  }
})
afterAll(async () => {
  LIMIT.ms = 8000
  await site.stop()
  stranger.close()
  await rm(root, { recursive: true })
})

const run = (args: string[], more: Record<string, string> = {}): Promise<Outcome> =>
  captureOutput({ ...env, ...more }, () => runMarket(args))

/** Each command, as it ends on a fresh market without members. */
const COMMANDS: [args: string[], code: number][] = [
  [['status'], 0],
  // It has neither an admin nor categories nor a worker.
  [['doctor'], 1],
  [['seed-categories'], 0],
  [['setup-token'], 0],
  [['promote-admin', 'nobody@example.com'], 2],
  [['jobs'], 0],
  [['sync-recalls', '--file', 'package.json'], 2],
  [['audit-ledger'], 0],
  [['upgrade', '--dry-run'], 0],
  [['backup', 'TARGET'], 0],
  [['restore', 'TARGET'], 0],
  [['backup', '--stop'], 0],
  [['move-database', 'URL'], 0],
]
const MAKERS = ['demo', 'migrate']
/** They work on files or on nothing, and ask for no market. */
const WITHOUT_MARKET = ['simulate', 'verify-draw', 'verify-statement']

test('every command is in one of the three lists', async () => {
  const { stdout } = await run(['--help'])
  const names = [...stdout.matchAll(/^ {2}([a-z][a-z-]+) .*/gm)].map(([, name = '']) => name)
  const commands = names.filter((name) => name !== 'help' && name !== 'market')
  expect(new Set([...COMMANDS.map(([[name]]) => name), ...MAKERS, ...WITHOUT_MARKET])).toEqual(new Set(commands))
})

describe('where there is no market', () => {
  test.each(COMMANDS.filter(([[name]]) => name !== 'restore').map(([args]) => args))(
    '%s %s says where it looked, and makes none',
    async (...args) => {
      const { code, stdout, stderr } = await run(args)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(`There is no market in ${join(root, 'data')} (DATA_DIR)`)
      expect(existsSync(join(root, 'data'))).toBe(false)
    },
  )

  test('nor are tables made in an empty database', async () => {
    const { url, drop } = await cloneDatabase()
    await query(url, 'drop schema public cascade; drop schema pgboss cascade; create schema public')
    for (const args of [['status'], ['setup-token'], ['upgrade', '--no-build']]) {
      const { code, stderr } = await run(args, { DATABASE_URL: url })
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/none of the market's tables/) as string,
      })
    }
    expect(await query(url, "select nspname from pg_namespace where nspname = 'pgboss'")).toEqual([])
    await drop()
  })

  test('--env-file names the service’s environment, and what is set already stays', async () => {
    const file = join(root, 'service.env')
    await writeFile(file, `DATA_DIR=${join(root, 'service')}\nLOG_LEVEL=loud\n`)
    const { DATA_DIR: _, ...rest } = env
    const { stderr } = await captureOutput(rest, () => runMarket(['--env-file', 'service.env', 'status'], root))
    expect(stderr).toContain(`There is no market in ${join(root, 'service')} (DATA_DIR)`)
    const { code, stderr: missing } = await run(['--env-file', join(root, 'none.env'), 'status'])
    expect({ code, missing }).toEqual({ code: 2, missing: expect.stringContaining('none.env') as string })
  })
})

describe('on the embedded database', () => {
  let server: EmbeddedPostgres
  let empty: Awaited<ReturnType<typeof cloneDatabase>>
  beforeAll(async () => {
    server = await startEmbeddedPostgres({ dataDir: join(root, 'data'), settings: { fsync: 'off' } })
    expect((await run(['migrate'])).code).toBe(0)
    empty = await cloneDatabase()
    await query(empty.url, 'drop schema public cascade; drop schema pgboss cascade; create schema public')
  })
  afterAll(async () => {
    await empty.drop()
    await server.stop()
  })

  test.each(COMMANDS)('%j ends with %i, and asks no other PostgreSQL', async (args, expected) => {
    const names: Record<string, string> = { TARGET: join(root, 'backup'), URL: empty.url }
    const elsewhere: Record<string, string> = args[0] === 'restore' ? { DATA_DIR: join(root, 'restored') } : {}
    const { code, stdout, stderr } = await run(
      args.map((arg) => names[arg] ?? arg),
      elsewhere,
    )
    expect(code, stdout + stderr).toBe(expected)
    expect(strangers).toBe(0)
  })

  test('once there are categories the doctor lacks an admin and a worker, and nothing else', async () => {
    const { stdout } = await run(['doctor', '--json'])
    const { checks } = JSON.parse(stdout) as { checks: { name: string; verdict: string }[] }
    expect(checks.filter(({ verdict }) => verdict === 'bad').map(({ name }) => name)).toEqual(['admin', 'worker'])
  })
})
