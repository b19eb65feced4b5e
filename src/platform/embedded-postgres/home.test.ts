import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { chown, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import {
  makeDataDir,
  postmasterPid,
  query,
  runChild,
  untilNothingRunsIn,
} from '../../testing/postgres/postgres-process.ts'

const settings = { fsync: 'off' }
const project = fileURLToPath(new URL('../../..', import.meta.url))

function onlyAsRoot(context: TestContext): void {
  context.skip(process.getuid?.() !== 0, 'only root can become another user')
}

function userOf(pid: number): number {
  return Number(/^Uid:\s+(\d+)/m.exec(spawnSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' }).stdout)?.[1])
}

/** Every machine has the user nobody. */
function nobody(): { uid: number; gid: number } {
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'])))
  return { uid, gid }
}

test('as root, the server runs as an unprivileged user, even under a umask that hides everything new', async (context) => {
  onlyAsRoot(context)
  const dataDir = await makeDataDir()
  await mkdir(dataDir)
  const child = runChild(`process.umask(0o077); say(await start(${JSON.stringify(dataDir)})); await forever()`)
  const { folder = '' } = await child.hear()
  expect(folder).toBe(join(dataDir, 'postgres'))
  const { uid } = statSync(join(folder, 'cluster'))
  expect(uid).toBeGreaterThan(0)
  expect(userOf(await postmasterPid(folder))).toBe(uid)
  expect(statSync(folder).uid).toBe(0)

  const refused = runChild(`await start(${JSON.stringify(dataDir)}).catch(say)`, nobody())
  expect((await refused.hear()).error).toMatch(/may belong to another user.* set DATA_DIR/)
})

test('as an ordinary user, the server runs as that user, before and after root has used it', async (context) => {
  onlyAsRoot(context)
  const { uid, gid } = nobody()
  const reads = spawnSync(process.execPath, ['-e', `fs.readFileSync(process.argv[1])`, join(project, 'package.json')], {
    uid,
    gid,
    cwd: '/',
  })
  context.skip(reads.status !== 0, "user nobody can't enter this checkout")
  const dataDir = await makeDataDir()
  await mkdir(dataDir)
  await chown(dataDir, uid, gid)

  const child = runChild(`say(await start(${JSON.stringify(dataDir)})); await forever()`, { uid, gid })
  const { url, folder = '' } = await child.hear()
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
  expect((await again.hear()).folder).toBe(folder)
})

/** The sources of the embedded server with what they import, in a folder that only root can enter. */
async function checkOutForRootAlone(): Promise<string> {
  const root = await makeDataDir('checkout', 0o700)
  await mkdir(root, { recursive: true })
  await writeFile(join(root, 'package.json'), '{"type":"module"}')
  for (const folder of ['src/platform', 'languages'])
    await cp(join(project, folder), join(root, folder), { recursive: true })
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
  await copyPackage('intl-messageformat', project)
  await copyPackage('embedded-postgres', project)
  return root
}

function packageFolder(name: string, from: string): string | undefined {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? []
  return places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, 'package.json')))
}

test('as root in a checkout that only root can enter, the data folder links to one in /var/lib', async (context) => {
  onlyAsRoot(context)
  const root = await checkOutForRootAlone()
  const dataDir = join(root, '.data')
  const script = `say(await start(${JSON.stringify(dataDir)}, { log: (said) => say({ said }) })); await forever()`
  const first = runChild(script, { root })
  const sentence = await first.hear()
  const { url = '', folder = '' } = await first.hear()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  expect(folder).toMatch(/^\/var\/lib\/outgrown-/)
  expect(sentence).toEqual({ said: `The database is in ${folder}, because only root can enter ${dataDir}.` })
  expect(statSync(folder)).toMatchObject({ uid: 0, mode: 0o40711 })
  await query(url, 'CREATE TABLE saved AS SELECT 1 AS one')
  first.process.kill('SIGTERM')
  await untilNothingRunsIn(folder)

  const second = runChild(script, { root })
  expect(await query((await second.hear()).url ?? '', 'SELECT one FROM saved')).toEqual([{ one: 1 }])
  second.process.kill('SIGTERM')
  await untilNothingRunsIn(folder)
})

test("a cluster whose user can't reach it any more is not replaced by an empty one", async (context) => {
  onlyAsRoot(context)
  const dataDir = await makeDataDir('data', 0o700)
  await mkdir(join(dataDir, 'postgres', 'cluster'), { recursive: true })
  await expect(startEmbeddedPostgres({ dataDir, settings })).rejects.toThrow(/can't enter .*chmod o\+x.* set DATA_DIR/)
})
