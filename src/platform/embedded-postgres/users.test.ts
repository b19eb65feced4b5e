import { constants } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import {
  copyCluster,
  makeDataDir,
  postmasterPid,
  query,
  runChild,
  untilNothingRunsIn,
  type Child,
} from '../../testing/postgres/postgres-process.ts'

const settings = { fsync: 'off' }

/** A process that uses the server until a signal ends it. */
function use(dataDir: string): Child {
  return runChild(`say(await start(${JSON.stringify(dataDir)})); await forever()`)
}

test('the server runs while anybody uses it; the last user shuts it down', async () => {
  const dataDir = await copyCluster()
  const [server, command] = [use(dataDir), use(dataDir)]
  const [{ url = '' }, joined] = [await server.hear(), await command.hear()]
  expect(joined.url).toBe(url)

  command.process.kill('SIGTERM')
  await command.ended
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  server.process.kill('SIGTERM')
  await untilNothingRunsIn(dataDir)
})

test('a killed user does not count any more, and stopping twice leaves once', async () => {
  const dataDir = await copyCluster()
  const [first, second] = [
    await startEmbeddedPostgres({ dataDir, settings }),
    await startEmbeddedPostgres({ dataDir, settings }),
  ]
  onTestFinished(() => first.stop())
  const command = use(dataDir)
  await command.hear()
  command.process.kill('SIGKILL')
  await command.ended
  await Promise.all([second.stop(), second.stop()])
  expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await first.stop()
  await untilNothingRunsIn(dataDir)
})

test('many first starts at once create one cluster, and all can use it', async () => {
  const dataDir = await makeDataDir()
  const children = [1, 2, 3].map(() => use(dataDir))
  const heard = await Promise.all(children.map((child) => child.hear()))
  expect(new Set(heard.map(({ url }) => url)).size).toBe(1)
  expect(await query(heard[0]?.url ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('users that come and go at once never find the server gone', async () => {
  const dataDir = await copyCluster()
  const script = `
    import pg from ${JSON.stringify(import.meta.resolve('pg'))}
    for (let round = 0; round < 4; round += 1) {
      const server = await start(${JSON.stringify(dataDir)})
      const client = new pg.Client(server.url)
      await client.connect()
      await client.query('SELECT 1')
      await client.end()
      await server.stop()
    }
    say({ said: 'done' })`
  const children = [1, 2].map(() => runChild(script))
  expect(await Promise.all(children.map((child) => child.hear()))).toEqual(Array(2).fill({ said: 'done' }))
  await untilNothingRunsIn(dataDir)
})

test.each(['SIGINT', 'SIGHUP'] as const)('nothing is left after %s to the whole process group', async (signal) => {
  const dataDir = await copyCluster()
  const child = use(dataDir)
  await child.hear()
  process.kill(-(child.process.pid ?? 0), signal)
  expect(await child.ended).toMatchObject({ code: 128 + constants.signals[signal], stderr: '' })
  await untilNothingRunsIn(dataDir)
})

test('Ctrl-C leaves the database to an application that handles it and is closing', async () => {
  const dataDir = await copyCluster()
  const child = runChild(`
    import pg from ${JSON.stringify(import.meta.resolve('pg'))}
    const server = await start(${JSON.stringify(dataDir)})
    const client = new pg.Client(server.url)
    await client.connect()
    process.on('SIGINT', async () => {
      for (let i = 0; i < 20; i += 1) await client.query('SELECT pg_sleep(0.01)')
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
  const child = runChild(`
    import { existsSync, readdirSync } from 'node:fs'
    const home = ${JSON.stringify(`${dataDir}/postgres`)}
    const look = () => existsSync(home) && readdirSync(home).some((name) => name.startsWith('unfinished-'))
    const timer = setInterval(() => look() && (clearInterval(timer), say({ said: 'creating' })), 1)
    await start(${JSON.stringify(dataDir)})
    await forever()`)
  await child.hear()
  process.kill(-(child.process.pid ?? 0), 'SIGINT')
  expect(await child.ended).toMatchObject({ code: 130 })
  await untilNothingRunsIn(dataDir)
})

test('after an exception the server shuts down, and the next start waits for that', async () => {
  const dataDir = await copyCluster()
  const child = runChild(`
    const server = await start(${JSON.stringify(dataDir)})
    say({ said: (await import('node:fs')).readFileSync(server.folder + '/cluster/postmaster.pid', 'utf8') })
    throw new Error('planted')`)
  const { said = '' } = await child.hear()
  expect(await child.ended).toMatchObject({ code: 1 })
  const server = await startEmbeddedPostgres({ dataDir, settings })
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await postmasterPid(server.folder)).not.toBe(Number.parseInt(said, 10))
  await server.stop()
  await untilNothingRunsIn(dataDir)
})

test('an exit while the server starts leaves nothing', async () => {
  const dataDir = await copyCluster()
  const child = runChild(`
    import { existsSync } from 'node:fs'
    start(${JSON.stringify(dataDir)})
    const lockFile = ${JSON.stringify(`${dataDir}/postgres/cluster/postmaster.pid`)}
    setInterval(() => existsSync(lockFile) && process.exit(3), 1)`)
  expect(await child.ended).toMatchObject({ code: 3 })
  await untilNothingRunsIn(dataDir)
})
