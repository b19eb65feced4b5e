import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import {
  copyCluster,
  makeDataDir,
  postmasterPid,
  query,
  runChild,
  untilNothingRunsIn,
} from '../../testing/postgres/postgres-process.ts'

const settings = { fsync: 'off' }

async function start(dataDir: string, log?: (sentence: string) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, settings, ...(log ? { log } : {}) })
  onTestFinished(() => server.stop())
  return server
}

test("a first start is the same whatever the machine's locale, time zone and PG variables, and clears up", async () => {
  const dataDir = await makeDataDir()
  const interrupted = join(dataDir, 'postgres', 'unfinished-1234')
  await mkdir(interrupted, { recursive: true })
  await writeFile(join(interrupted, 'PG_VERSION'), '18')
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
  expect(existsSync(interrupted)).toBe(false)
})

test('lets nobody in without the password, which nobody can read', async () => {
  const server = await start(await copyCluster())
  const stranger = new URL(server.url)
  stranger.password = 'market'
  await expect(query(stranger.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
  expect((await stat(join(server.folder, 'password'))).mode & 0o077).toBe(0)
  expect((await stat(join(server.folder, 'cluster'))).mode & 0o077).toBe(0)
})

test('is restarted at the same address when it dies, but not when it was stopped', async () => {
  const dataDir = await copyCluster()
  const logged: string[] = []
  const server = await start(dataDir, (sentence) => logged.push(sentence))
  await query(server.url, 'CREATE TABLE saved AS SELECT 1 AS one')
  const dead = await postmasterPid(server.folder)
  process.kill(dead, 'SIGKILL')
  await vi.waitUntil(() => logged.length === 2, 300_000)
  expect(await query(server.url, 'SELECT one FROM saved')).toEqual([{ one: 1 }])
  expect(await postmasterPid(server.folder)).not.toBe(dead)
  await server.stop()
  await untilNothingRunsIn(dataDir)
  expect(logged).toEqual(['PostgreSQL has died and is being restarted', 'PostgreSQL runs again'])
})

test('joins the server that a killed Node left running, ends it, and finds its data again', async () => {
  const dataDir = await copyCluster()
  const child = runChild(`say(await start(${JSON.stringify(dataDir)})); await forever()`)
  const { url, folder = '' } = await child.hear()
  const pid = await postmasterPid(folder)
  child.process.kill('SIGKILL')
  await child.ended

  const server = await start(dataDir)
  expect(server).toMatchObject({ url, folder: join(dataDir, 'postgres') })
  expect(await postmasterPid(folder)).toBe(pid)
  await query(server.url, 'CREATE TABLE saved AS SELECT 1 AS one')
  await server.stop()
  await untilNothingRunsIn(dataDir)
  expect(await query((await start(dataDir)).url, 'SELECT one FROM saved')).toEqual([{ one: 1 }])
})

test('recovers when everything was killed', async () => {
  const dataDir = await copyCluster()
  const child = runChild(`say(await start(${JSON.stringify(dataDir)})); await forever()`)
  const { url = '', folder = '' } = await child.hear()
  await query(url, 'CREATE TABLE saved AS SELECT 1 AS one')
  child.process.kill('SIGKILL')
  process.kill(await postmasterPid(folder), 'SIGKILL')
  await child.ended
  expect(existsSync(join(folder, 'cluster', 'postmaster.pid'))).toBe(true)
  const server = await start(dataDir)
  expect(await query(server.url, 'SELECT one FROM saved')).toEqual([{ one: 1 }])
})

/** The lock file that a killed server leaves; its pid may belong to another process by now. */
async function leaveLockFile(dataDir: string, pid: unknown, port = 5432): Promise<void> {
  const cluster = join(dataDir, 'postgres', 'cluster')
  const content = typeof pid === 'number' ? `${pid}\n${cluster}\n1700000000\n${port}\n\n127.0.0.1\n` : String(pid)
  await writeFile(join(cluster, 'postmaster.pid'), content)
}

test.each(["PostgreSQL's user", 'Node itself'])(
  'recovers when the pid went to another process of %s',
  async (whose) => {
    const dataDir = await copyCluster()
    const { uid, gid } = await stat(join(dataDir, 'postgres', 'cluster'))
    const bystander = spawn('sleep', ['1000'], whose !== 'Node itself' && process.getuid?.() === 0 ? { uid, gid } : {})
    onTestFinished(() => void bystander.kill())
    await leaveLockFile(dataDir, bystander.pid)
    const server = await start(dataDir)
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(bystander).toMatchObject({ exitCode: null, signalCode: null })
  },
)

test.each(['', 'torn'])('recovers from a lock file that says %j', async (content) => {
  const dataDir = await copyCluster()
  await leaveLockFile(dataDir, content)
  const server = await start(dataDir)
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('uses another port when the one it had is taken', async () => {
  const dataDir = await copyCluster()
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await leaveLockFile(dataDir, 2 ** 22, port)
  const server = await start(dataDir)
  expect(new URL(server.url).port).not.toBe(String(port))
})

test.each([
  ['spaces and what a shell would act on', 'my data $(touch x) `y` "z" \'q\''],
  ['a path longer than a socket may have', 'long/'.repeat(40)],
])('takes a data folder with %s', async (_, name) => {
  const server = await start(await copyCluster(name))
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('creates the requested database once, whatever its name', async () => {
  const dataDir = await copyCluster()
  await start(dataDir)
  for (const database of ['odd "name" %', 'odd "name" %', 'other']) {
    const server = await startEmbeddedPostgres({ dataDir, database, settings })
    expect(await query(server.url, 'SELECT current_database() AS name')).toEqual([{ name: database }])
    await server.stop()
  }
})

test('says why the server does not start, leaves nothing behind, and starts once the reason is gone', async () => {
  const dataDir = await copyCluster()
  const bad = startEmbeddedPostgres({ dataDir, settings: { shared_buffers: 'plenty' } })
  await expect(bad).rejects.toThrow(/did not start in .*\n.*invalid value for parameter "shared_buffers": "plenty"/)
  await untilNothingRunsIn(dataDir)
  await start(dataDir)
})
