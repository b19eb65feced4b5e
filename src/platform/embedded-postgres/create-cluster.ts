import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Unavailable } from '../errors.ts'
import { clusterFolder, type Home } from './home.ts'
import { onExit } from './on-exit.ts'
import { say } from '../language/words.ts'

/** The cluster's superuser, used by every connection. */
export const ROLE = 'market'

/** The environment of PostgreSQL: nothing of this machine's locale, time zone or PG* variables. */
export const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

const SETUP = [
  `--username=${ROLE}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--text-search-config=english',
  '--no-instructions',
]

const UNFINISHED = 'unfinished-'
const passwordFile = (home: Home) => join(home.folder, 'password')

export const readPassword = (home: Home) => readFileSync(passwordFile(home), 'utf8').trim()

/** @returns its file */
export function writePassword(home: Home, password: string): string {
  const file = passwordFile(home)
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  if (home.user) chownSync(file, home.user.uid, home.user.gid)
  return file
}

/** Creates the cluster under another name first, so that an interrupted start leaves nothing that looks like one. */
export async function createCluster(home: Home, binaries: string, settings: Record<string, string>): Promise<void> {
  const leftovers = readdirSync(home.folder).filter((name) => name.startsWith(UNFINISHED) || name === 'password')
  for (const name of leftovers) rmSync(join(home.folder, name), { recursive: true, force: true, maxRetries: 3 })
  // A new name each time: an initdb whose parent was killed may still be writing to the old one.
  const unfinished = mkdtempSync(join(home.folder, UNFINISHED))
  const password = writePassword(home, randomBytes(24).toString('hex'))
  if (home.user) chownSync(unfinished, home.user.uid, home.user.gid)

  const sync = settings.fsync === 'off' ? ['--no-sync'] : []
  // Detached, so that Ctrl-C reaches only this process, which then ends initdb.
  const initdb = spawn(
    join(binaries, 'initdb'),
    [`--pgdata=${unfinished}`, `--pwfile=${password}`, ...SETUP, ...sync],
    { ...home.user, cwd: home.folder, env: ENVIRONMENT, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const cancelOnExit = onExit(() => initdb.kill())
  let complaint = ''
  initdb.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint += chunk
  })
  const [code] = (await once(initdb, 'close').finally(cancelOnExit)) as [number | null]
  if (code !== 0) {
    throw new Unavailable(
      say('PostgreSQL could not make its data folder {folder}.\n{complaint}', {
        folder: unfinished,
        complaint: complaint.trim(),
      }),
    )
  }
  renameSync(unfinished, clusterFolder(home))
}
