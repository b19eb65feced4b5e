import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Unavailable } from '../errors.ts'

/** The unprivileged user that PostgreSQL runs as when this process is root; it refuses to run as root itself. */
export interface ServerUser {
  uid: number
  gid: number
}

/** Where one cluster lives, and as whom. */
export interface Home {
  /** Holds the cluster and everything about it. */
  folder: string
  /** Undefined: the same user as this process. */
  user: ServerUser | undefined
  /** Sentences for the person who starts it: what is not where they would look for it. */
  notes: string[]
}

const USER_NAMES = ['outgrown', 'postgres']
/** Where root puts what its own folders hide from the server's user; both survive a reboot. */
const REACHABLE_ROOTS = ['/var/lib', '/var/tmp']

/**
 * Finds, or makes, the home of the cluster that belongs to `dataDir`.
 * @throws {Unavailable} saying what to do when root finds no user to run PostgreSQL as or no folder that user can enter
 */
export function findHome(dataDir: string): Home {
  mkdirSync(join(dataDir, 'postgres'), { recursive: true, mode: 0o755 })
  const asked = realpathSync(join(dataDir, 'postgres'))
  if (process.getuid?.() !== 0) {
    refuseOthersCluster(asked)
    return { folder: asked, user: undefined, notes: [] }
  }

  const key = createHash('sha256').update(asked).digest('hex').slice(0, 12)
  const candidates = [asked, ...REACHABLE_ROOTS.map((root) => join(root, `outgrown-${key}`))]
  const existing = candidates.find((home) => existsSync(join(home, 'cluster')) && (home === asked || isOwn(home)))
  const user = existing === undefined ? findUser() : (clusterOwner(existing) ?? findUser())
  const folder = existing ?? candidates.find((home) => (makeOwn(home) || home === asked) && canEnter(home, user))
  if (!folder || !canEnter(folder, user)) {
    throw new Unavailable(
      `PostgreSQL does not run as root, and user ${user.uid} can't enter ${folder ?? candidates.join(' nor ')}. ` +
        'Let that user through (chmod o+x), or set DATA_DIR to a folder that other users can enter, ' +
        'or DATABASE_URL to a PostgreSQL of your own.',
    )
  }
  const moved = `The database lives in ${folder}: PostgreSQL does not run as root, and no other user can enter ${asked}.`
  return { folder, user, notes: folder === asked ? [] : [moved] }
}

/** Where PostgreSQL keeps the data of this home. */
export const clusterFolder = (home: Home) => join(home.folder, 'cluster')

/** Gives a file that root made in `home` to whoever owns the home, so that a later start as that user can use it. */
export function giveToOwner(home: string, file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(home)
  chownSync(file, uid, gid)
}

/** A cluster goes on as whoever owns its files, whatever users the machine has gained since. */
function clusterOwner(folder: string): ServerUser | undefined {
  const { uid, gid } = statSync(join(folder, 'cluster'))
  return uid === 0 ? undefined : { uid, gid }
}

function refuseOthersCluster(folder: string): void {
  const owner = statSync(join(folder, 'cluster'), { throwIfNoEntry: false })?.uid
  if (owner === undefined || owner === process.getuid?.()) return
  throw new Unavailable(
    `The database in ${folder} belongs to another user (uid ${owner}), perhaps because root started it once. ` +
      'Start as that user or as root, or set DATA_DIR to a folder of your own.',
  )
}

function findUser(): ServerUser {
  const known = USER_NAMES.map(lookUpUser).find((user) => user !== undefined)
  if (known) return known
  const made = spawnSync(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'outgrown'],
    {
      env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` },
      encoding: 'utf8',
    },
  )
  const user = lookUpUser('outgrown')
  if (user) return user
  throw new Unavailable(
    'PostgreSQL does not run as root, there is no user "postgres" or "outgrown" to run it as, and none could be made ' +
      `(${(made.stderr || made.error?.message || 'useradd failed').trim()}). Start as an ordinary user, ` +
      'or make one first (useradd --system outgrown), or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

function lookUpUser(name: string): ServerUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout || Number.NaN),
  )
  return uid && gid ? { uid, gid } : undefined
}

/** Makes the folder and lets other users pass through it; false where that is not ours to do. */
function makeOwn(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    if (!isOwn(folder)) return false
    chmodSync(folder, 0o711)
    return true
  } catch {
    return false
  }
}

/** In a folder that everybody may write to, somebody else could have put a trap under this name. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder)
  return found.isDirectory() && found.uid === process.getuid?.()
}

function canEnter(folder: string, user: ServerUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}
