import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Unavailable } from '../errors.ts'
import { say, words } from '../language/words.ts'

/** The unprivileged user that the server runs as when this process is root: PostgreSQL refuses to run as root. */
export interface ServerUser {
  uid: number
  gid: number
}

/** The folder of one cluster and everything that belongs to it. */
export interface Home {
  folder: string
  /** Undefined: the user of this process. */
  user: ServerUser | undefined
}

/** The first of these that exists; make a user `outgrown` to give the database one of its own. */
const USER_NAMES = ['outgrown', 'postgres', 'nobody']
/** For clusters of root that can't be inside of `dataDir`. */
const ELSEWHERE = '/var/lib/outgrown-'

export const clusterFolder = (home: Home) => join(home.folder, 'cluster')

/**
 * Opens, or creates, `dataDir/postgres`. Where root uses a folder that no other user can enter, that is a symbolic link
 * to a folder in /var/lib.
 * @throws {Unavailable} saying what to do when the server's user can't enter the folder
 */
export function openHome(dataDir: string, log: (sentence: string) => void): Home {
  const path = join(dataDir, 'postgres')
  mkdirSync(path, { recursive: true })
  if (process.getuid?.() !== 0) return { folder: realpathSync(path), user: undefined }

  const cluster = statSync(join(path, 'cluster'), { throwIfNoEntry: false })
  // A cluster stays with the user who owns it, whatever other users exist by now.
  const user = cluster?.uid ? { uid: cluster.uid, gid: cluster.gid } : findUser()
  if (!cluster) chmodSync(path, 0o711)
  if (!canEnter(path, user)) {
    linkElsewhere(path, user)
    log(`The database is in ${realpathSync(path)}, because only root can enter ${dataDir}.`)
  }
  return { folder: realpathSync(path), user }
}

function linkElsewhere(path: string, user: ServerUser): void {
  try {
    rmdirSync(path)
    const folder = mkdtempSync(ELSEWHERE)
    chmodSync(folder, 0o711)
    symlinkSync(folder, path)
  } catch (cause) {
    throw new Unavailable(
      say(
        "PostgreSQL can't run as root, and user {user} can't enter {path} ({cause}). Let that user through (chmod o+x), or set DATA_DIR to a folder that other users can enter, or DATABASE_URL to a PostgreSQL of your own.",
        { user: user.uid, path, cause: String(cause) },
      ),
    )
  }
}

function findUser(): ServerUser {
  for (const name of USER_NAMES) {
    const [, uid, gid] = /^uid=(\d+).* gid=(\d+)/.exec(spawnSync('id', [name], { encoding: 'utf8' }).stdout) ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Unavailable(
    words(
      "PostgreSQL can't run as root, and there is no user outgrown or postgres or nobody to run it as. Start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
    ),
  )
}

function canEnter(path: string, user: ServerUser): boolean {
  const folder = realpathSync(path)
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}
