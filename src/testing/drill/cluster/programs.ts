import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Debian's PostgreSQL; Patroni needs its `initdb`, `pg_rewind` and `pg_basebackup`. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'

/** The programs of the cluster, and the packages that bring it. */
const PROGRAMS = [
  { file: '/usr/bin/etcd', package: 'etcd-server' },
  { file: '/usr/bin/patroni', package: 'patroni' },
  { file: '/usr/lib/python3/dist-packages/etcd/__init__.py', package: 'python3-etcd' },
  { file: `${POSTGRES_BIN}/pg_basebackup`, package: 'postgresql-15' },
  { file: '/usr/sbin/haproxy', package: 'haproxy' },
  { file: '/usr/sbin/pgbouncer', package: 'pgbouncer' },
  { file: '/usr/sbin/nginx', package: 'nginx' },
]

/**
 * Installs what is missing, where that is allowed.
 * @throws Error that says what to install
 */
export async function installPrograms(): Promise<void> {
  const missing = () => PROGRAMS.filter(({ file }) => !existsSync(file)).map(({ package: name }) => name)
  const wanted = missing()
  if (wanted.length > 0 && process.getuid?.() === 0) {
    // At run level 1 Debian's packages start no service of their own.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    await run('apt-get', ['update', '-qq'], { env }).catch(() => undefined)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...wanted], { env }).catch(() => undefined)
  }
  const left = missing()
  if (left.length > 0) throw new Error(`install them first, as root: apt-get install ${left.join(' ')}`)
}

export interface Program {
  pid: number
  /** To it and all that it has started. */
  signal(signal: NodeJS.Signals): void
  /** Ends it, kindly unless another signal is given, and waits. */
  end(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a program in a group of its own, its output in `<folder>/<name>.log`. PostgreSQL refuses to run as root. */
export async function startProgram(folder: string, name: string, command: string[], env = {}): Promise<Program> {
  const log = await open(join(folder, `${name}.log`), 'a')
  const asPostgres =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : []
  const [file = '', ...args] = [...asPostgres, ...command]
  const child: ChildProcess = spawn(file, args, {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', ...env },
  })
  await log.close()
  const ended = once(child, 'exit')
  const { pid } = child
  if (pid === undefined) throw new Error(`${file} can't be started`)
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-pid, name)
    } catch {
      // It has ended by itself.
    }
  }
  return {
    pid,
    signal,
    async end(name = 'SIGTERM') {
      signal(name)
      signal('SIGCONT')
      if (child.exitCode === null && child.signalCode === null) await ended
    },
  }
}
