import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import {
  afterThisTest,
  makeDataDir,
  postmasterPid,
  query,
  runChild,
  untilNothingRunsIn,
} from '../testing/postgres-process.ts'

const settings = { fsync: 'off' }

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, settings })
  afterThisTest(() => server.stop())
  return server
}

test('starts from nothing, and again on the same data', async () => {
  const dataDir = await makeDataDir()
  const first = await start(dataDir)
  await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS one')
  await first.stop()
  await untilNothingRunsIn(dataDir)

  const second = await start(dataDir)
  expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
  expect(second).toMatchObject({ url: first.url, folder: join(dataDir, 'postgres'), notes: [] })
})

test('is brought back, at the same address, when it dies under us; not when it was told to end', async () => {
  const dataDir = await makeDataDir()
  const told: string[] = []
  const server = await startEmbeddedPostgres({ dataDir, settings, tell: (what) => told.push(what) })
  afterThisTest(() => server.stop())
  await query(server.url, 'CREATE TABLE kept AS SELECT 1 AS one')
  const dead = await postmasterPid(server.folder)
  process.kill(dead, 'SIGKILL')
  await vi.waitFor(async () => {
    expect(await query(server.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
    expect(await postmasterPid(server.folder)).not.toBe(dead)
  }, 20_000)
  await vi.waitFor(() => expect(told).toEqual([expect.stringContaining('has died'), 'PostgreSQL runs again']))
  await server.stop()
  await untilNothingRunsIn(dataDir)
  expect(told).toHaveLength(2)
})

test("is the same whatever the machine's locale, time zone and PG variables", async () => {
  const dataDir = await makeDataDir()
  const env = {
    LC_ALL: 'tr_TR.UTF-8',
    LANG: 'xx',
    TZ: 'Asia/Tokyo',
    PGDATA: '/nowhere',
    PGHOST: 'nowhere',
    PGPORT: '1',
  }
  const child = runChild(`say(await start(${JSON.stringify(dataDir)})); await forever()`, { env })
  const { url = '' } = await child.hear()
  const [row] = await query(
    url,
    `SELECT pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale, datcollate AS "collate",
       current_setting('timezone') AS zone, current_setting('default_text_search_config') AS search, upper('i') AS upper,
       current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets
     FROM pg_database WHERE datname = current_database()`,
  )
  expect(row).toEqual({
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    collate: 'C',
    zone: 'UTC',
    search: 'pg_catalog.english',
    upper: 'I',
    addresses: '127.0.0.1',
    sockets: '',
  })
})

test('lets nobody in without the password, and nobody read that', async () => {
  const dataDir = await makeDataDir()
  const server = await start(dataDir)
  const stranger = new URL(server.url)
  stranger.password = 'market'
  await expect(query(stranger.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
  expect((await stat(join(server.folder, 'password'))).mode & 0o077).toBe(0)
  expect((await stat(join(server.folder, 'cluster'))).mode & 0o077).toBe(0)
})

test('joins the server that a killed Node left running, and ends it', async () => {
  const dataDir = await makeDataDir()
  const child = runChild(`say(await start(${JSON.stringify(dataDir)})); await forever()`)
  const { url, folder = '' } = await child.hear()
  const pid = await postmasterPid(folder)
  child.process.kill('SIGKILL')
  await child.ended

  const server = await start(dataDir)
  expect(server.url).toBe(url)
  expect(await postmasterPid(folder)).toBe(pid)
  await server.stop()
  await untilNothingRunsIn(dataDir)
})

/** Kills a server and its Node; answers the folder with what they leave. */
async function leaveRuins(dataDir: string): Promise<string> {
  const child = runChild(
    `const server = await start(${JSON.stringify(dataDir)})
     say(server)
     await forever()`,
  )
  const { url = '', folder = '' } = await child.hear()
  await query(url, 'CREATE TABLE kept AS SELECT 1 AS one')
  child.process.kill('SIGKILL')
  process.kill(await postmasterPid(folder), 'SIGKILL')
  await child.ended
  return folder
}

test('recovers when everything was killed', async () => {
  const dataDir = await makeDataDir()
  const folder = await leaveRuins(dataDir)
  expect(existsSync(join(folder, 'cluster', 'postmaster.pid'))).toBe(true)
  const server = await start(dataDir)
  expect(await query(server.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
})

test.each(['the same user', 'Node itself'])('recovers when the pid went to another process of %s', async (whose) => {
  const dataDir = await makeDataDir()
  const folder = await leaveRuins(dataDir)
  const { uid, gid } = await stat(join(folder, 'cluster'))
  const bystander = spawn('sleep', ['1000'], whose === 'the same user' && process.getuid?.() === 0 ? { uid, gid } : {})
  afterThisTest(() => bystander.kill())
  const lockFile = join(folder, 'cluster', 'postmaster.pid')
  await writeFile(lockFile, (await readFile(lockFile, 'utf8')).replace(/^\d+/, String(bystander.pid)))

  const server = await start(dataDir)
  expect(await query(server.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
  await server.stop()
  expect(bystander).toMatchObject({ exitCode: null, signalCode: null })
})

test.each(['', 'torn'])('recovers from a lock file that says %j', async (content) => {
  const dataDir = await makeDataDir()
  const server = await start(dataDir)
  await server.stop()
  await writeFile(join(server.folder, 'cluster', 'postmaster.pid'), content)
  const again = await start(dataDir)
  expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('moves to another port when its own is taken, stays there and says so', async () => {
  const dataDir = await makeDataDir()
  const first = await start(dataDir)
  await first.stop()
  const port = Number(new URL(first.url).port)
  const squatter = createServer().listen(port, '127.0.0.1')
  afterThisTest(() => squatter.close())
  await once(squatter, 'listening')

  const second = await start(dataDir)
  const moved = Number(new URL(second.url).port)
  expect(moved).not.toBe(port)
  expect(second.notes).toEqual([`Port ${port} is taken: PostgreSQL listens on port ${moved} now.`])
  await second.stop()
  squatter.close()
  const third = await start(dataDir)
  expect(new URL(third.url).port).toBe(String(moved))
})

test.each([
  ['spaces and what a shell would act on', 'my data $(touch x) `y` "z" \'q\''],
  ['a path longer than a socket may have', 'long/'.repeat(40)],
])('takes a data folder with %s', async (_, name) => {
  const dataDir = await makeDataDir(name)
  const server = await start(dataDir)
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await server.stop()
  await untilNothingRunsIn(dataDir)
})

test('makes the asked database once, whatever its name', async () => {
  const dataDir = await makeDataDir()
  const market = await start(dataDir)
  for (const database of ['odd "name" %', 'odd "name" %', 'other']) {
    const server = await startEmbeddedPostgres({ dataDir, database, settings })
    expect(await query(server.url, 'SELECT current_database() AS name')).toEqual([{ name: database }])
    await server.stop()
  }
  expect(await query(market.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('says why the server does not start, leaves nothing behind, and starts once the reason is gone', async () => {
  const dataDir = await makeDataDir()
  const bad = startEmbeddedPostgres({ dataDir, settings: { shared_buffers: 'plenty' } })
  await expect(bad).rejects.toThrow(/did not start in .*\n.*invalid value for parameter "shared_buffers": "plenty"/)
  await untilNothingRunsIn(dataDir)
  await start(dataDir)
})

test('clears away what an interrupted first start left', async () => {
  const dataDir = await makeDataDir()
  const half = join(dataDir, 'postgres', 'unfinished-1234')
  await mkdir(half, { recursive: true })
  await writeFile(join(half, 'PG_VERSION'), '18')
  const server = await start(dataDir)
  expect(existsSync(half)).toBe(false)
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})
