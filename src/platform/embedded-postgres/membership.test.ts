import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import {
  afterThisTest,
  makeDataDir,
  postmasterPid,
  query,
  runChild,
  untilNothingRunsIn,
  type Child,
} from '../../testing/postgres-process.ts'

const settings = { fsync: 'off' }

/** A process that uses the server until it is told to stop, by standard means. */
function use(dataDir: string): Child {
  return runChild(`const server = await start(${JSON.stringify(dataDir)}); say(server); await forever()`)
}

test('stays up while anybody uses it; the last to leave shuts it down', async () => {
  const dataDir = await makeDataDir()
  const [server, command] = [use(dataDir), use(dataDir)]
  const [{ url = '', folder = '' }, joined] = [await server.hear(), await command.hear()]
  expect(joined.url).toBe(url)

  command.process.kill('SIGTERM')
  await command.ended
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  server.process.kill('SIGTERM')
  await server.ended
  await untilNothingRunsIn(folder)
})

test('a killed user does not count any more', async () => {
  const dataDir = await makeDataDir()
  const server = await startEmbeddedPostgres({ dataDir, settings })
  afterThisTest(() => server.stop())
  const command = use(dataDir)
  await command.hear()
  command.process.kill('SIGKILL')
  await command.ended
  await server.stop()
  await untilNothingRunsIn(dataDir)
})

test('stopping twice leaves once', async () => {
  const dataDir = await makeDataDir()
  const other = await startEmbeddedPostgres({ dataDir, settings })
  afterThisTest(() => other.stop())
  const server = await startEmbeddedPostgres({ dataDir, settings })
  await Promise.all([server.stop(), server.stop()])
  await server.stop()
  expect(await query(other.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('many first starts at once make one cluster, and all can use it', async () => {
  const dataDir = await makeDataDir()
  const children = [1, 2, 3, 4].map(() => use(dataDir))
  const heard = await Promise.all(children.map((child) => child.hear()))
  expect(new Set(heard.map(({ url }) => url)).size).toBe(1)
  expect(await query(heard[0]?.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  for (const child of children) child.process.kill('SIGTERM')
  await untilNothingRunsIn(dataDir)
})

test('users that come and go at once never find the server gone', async () => {
  const dataDir = await makeDataDir()
  const script = `
    import pg from ${JSON.stringify(import.meta.resolve('pg'))}
    for (let round = 0; round < 6; round += 1) {
      const server = await start(${JSON.stringify(dataDir)})
      const client = new pg.Client(server.url)
      await client.connect()
      await client.query('SELECT 1')
      await client.end()
      await server.stop()
    }
    say({ said: 'done' })`
  const children = [1, 2, 3].map(() => runChild(script))
  expect(await Promise.all(children.map((child) => child.hear()))).toEqual(Array(3).fill({ said: 'done' }))
  await untilNothingRunsIn(dataDir)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'nothing is left after %s to the whole process group',
  async (signal) => {
    const dataDir = await makeDataDir()
    const child = use(dataDir)
    await child.hear()
    process.kill(-(child.process.pid ?? 0), signal)
    expect(await child.ended).toMatchObject({ code: null, signal, stderr: '' })
    await untilNothingRunsIn(dataDir)
  },
)

test('Ctrl-C does not take the database from under an application that is closing', async () => {
  const dataDir = await makeDataDir()
  const child = runChild(`
    import pg from ${JSON.stringify(import.meta.resolve('pg'))}
    const server = await start(${JSON.stringify(dataDir)})
    const client = new pg.Client(server.url)
    await client.connect()
    process.on('SIGINT', async () => {
      for (let i = 0; i < 50; i += 1) await client.query('SELECT pg_sleep(0.01)')
      await client.end()
      say({ said: 'closed' })
      await server.stop()
      process.exit(0)
    })
    say(server)
    await forever()`)
  await child.hear()
  process.kill(-(child.process.pid ?? 0), 'SIGINT')
  expect(await child.hear()).toEqual({ said: 'closed' })
  expect(await child.ended).toMatchObject({ code: 0, stderr: '' })
  await untilNothingRunsIn(dataDir)
})

test('nothing is left after Ctrl-C in the middle of the first start', async () => {
  const dataDir = await makeDataDir()
  const child = runChild(
    `setTimeout(() => say({ said: 'starting' }), 150); await start(${JSON.stringify(dataDir)}); await forever()`,
  )
  await child.hear()
  process.kill(-(child.process.pid ?? 0), 'SIGINT')
  expect(await child.ended).toMatchObject({ signal: 'SIGINT' })
  await untilNothingRunsIn(dataDir)
})

test.each([
  ['an exception', 'throw new Error("planted")', 1],
  ['process.exit', 'process.exit(7)', 7],
])('nothing is left after %s', async (_, end, code) => {
  const dataDir = await makeDataDir()
  const child = runChild(`const server = await start(${JSON.stringify(dataDir)}); say(server); ${end}`)
  const { folder = '' } = await child.hear()
  expect(await child.ended).toMatchObject({ code })
  await untilNothingRunsIn(folder)
})

test('an exit while the server starts leaves nothing', async () => {
  const dataDir = await makeDataDir()
  const first = await startEmbeddedPostgres({ dataDir, settings })
  await first.stop()
  const child = runChild(`
    import { existsSync } from 'node:fs'
    start(${JSON.stringify(dataDir)})
    const lockFile = ${JSON.stringify(`${first.folder}/cluster/postmaster.pid`)}
    setInterval(() => existsSync(lockFile) && process.exit(3), 1)`)
  expect(await child.ended).toMatchObject({ code: 3 })
  await untilNothingRunsIn(dataDir)
})

test('waits for a server that is shutting down, then starts it anew', async () => {
  const dataDir = await makeDataDir()
  const child = runChild(`say(await start(${JSON.stringify(dataDir)})); process.exit(0)`)
  const { folder = '' } = await child.hear()
  const pid = await postmasterPid(folder).catch(() => 0)
  await child.ended
  const server = await startEmbeddedPostgres({ dataDir, settings })
  afterThisTest(() => server.stop())
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await postmasterPid(folder)).not.toBe(pid)
})
