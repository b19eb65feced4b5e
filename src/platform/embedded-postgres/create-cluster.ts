import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Unavailable } from '../errors.ts'
import { clusterFolder, type Home } from './home.ts'

/** The cluster's superuser, as whom everybody connects. */
export const ROLE = 'market'

/** What PostgreSQL inherits: nothing of this machine's locale, time zone or PG* variables. */
export const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

export const readPassword = (home: Home) => readFileSync(passwordFile(home), 'utf8').trim()

const passwordFile = (home: Home) => join(home.folder, 'password')

/** Makes the cluster under another name first, so that an interrupted start leaves nothing that looks like one. */
export async function createCluster(home: Home, binaries: string, settings: Record<string, string>): Promise<void> {
  for (const name of readdirSync(home.folder).filter((entry) => entry.startsWith('unfinished-'))) {
    rmSync(join(home.folder, name), { recursive: true, force: true, maxRetries: 3 })
  }
  const unfinished = join(home.folder, `unfinished-${randomBytes(4).toString('hex')}`)
  mkdirSync(unfinished, { mode: 0o700 })
  const password = passwordFile(home)
  writeFileSync(password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  chmodSync(password, 0o600)
  if (home.user) for (const path of [unfinished, password]) chownSync(path, home.user.uid, home.user.gid)

  const locale = [
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--text-search-config=english',
  ]
  const access = [`--username=${ROLE}`, '--auth=scram-sha-256', `--pwfile=${password}`]
  const args = [`--pgdata=${unfinished}`, ...access, ...locale, '--no-instructions']
  if (settings.fsync === 'off') args.push('--no-sync')
  // A process group of its own: Ctrl-C is for us to act on, after this has come to an end.
  const initdb = spawn(join(binaries, 'initdb'), args, {
    ...home.user,
    cwd: home.folder,
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  initdb.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint += chunk
  })
  const [code] = (await once(initdb, 'close')) as [number | null]
  if (code !== 0) throw new Unavailable(`PostgreSQL could not make its data folder ${unfinished}.\n${complaint.trim()}`)
  renameSync(unfinished, clusterFolder(home))
}
