import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'

/** The report of a child process: the server that it uses, a sentence, or an error. */
export interface Said {
  url?: string
  folder?: string
  said?: string
  error?: string
}

export interface Child {
  process: ChildProcess
  /** The next line it says. */
  hear(): Promise<Said>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stderr: string }>
}

/**
 * A data folder for this test alone; other users may pass through it, but not look into it.
 * The test fails when it leaves a server running there.
 */
export async function makeDataDir(name = 'data', mode = 0o711): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'market-postgres-'))
  await chmod(parent, mode)
  onTestFinished(async () => {
    await untilNothingRunsIn(parent)
    await rm(parent, { recursive: true, force: true })
  })
  return join(parent, name)
}

let template: Promise<string> | undefined

/** A data folder with an empty cluster, copied from one that each worker creates once, and the run removes. */
export async function copyCluster(name?: string): Promise<string> {
  template ??= createTemplate()
  const dataDir = await makeDataDir(name)
  await mkdir(dataDir, { recursive: true })
  // Not `fs.cp`, which as root would change the owner.
  await promisify(execFile)('cp', ['-a', join(await template, 'postgres'), dataDir])
  return dataDir
}

async function createTemplate(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'market-postgres-'))
  await chmod(dataDir, 0o711)
  const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  await server.stop()
  return dataDir
}

interface RunOptions {
  root?: string
  env?: Record<string, string>
  uid?: number
  gid?: number
}

/**
 * A real Node process, in a process group of its own, that runs `script` with `start`, `say` and `forever` in scope.
 * `root` is the project folder whose sources it uses.
 */
export function runChild(script: string, { root, env, ...user }: RunOptions = {}): Child {
  const source = new URL(
    '../../platform/embedded-postgres/embedded-postgres.ts',
    root ? `file://${root}/src/testing/postgres/` : import.meta.url,
  )
  const prelude = `
    import { startEmbeddedPostgres } from ${JSON.stringify(source.href)}
    const settings = { fsync: 'off' }
    const start = (dataDir, more = {}) => startEmbeddedPostgres({ dataDir, settings, ...more })
    const say = (said) => console.log(JSON.stringify(said instanceof Error ? { error: said.message } : said))
    const forever = () => new Promise((resolve) => setInterval(resolve, 1e9))
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', prelude + script], {
    ...user,
    cwd: '/',
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const ended = once(child, 'close').then((args) => {
    const [code, signal] = args as [number | null, NodeJS.Signals | null]
    return { code, signal, stderr }
  })
  onTestFinished(async () => {
    // Not SIGKILL: the server it uses would stay behind.
    child.kill('SIGTERM')
    await ended
  })
  return {
    process: child,
    async hear() {
      const line = await lines.next()
      if (line.done) throw new Error(`The child said no more.\n${(await ended).stderr}`)
      return JSON.parse(line.value) as Said
    },
    ended,
  }
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

export async function postmasterPid(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8'), 10)
}

/** Command lines of the living processes that have this folder in them. */
function processesOf(folder: string): string[] {
  const commands = existsSync('/proc/self/cmdline')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(commandLine)
    : spawnSync('ps', ['-ww', '-eo', 'command='], { encoding: 'utf8' }).stdout.split('\n')
  return commands.filter((command) => command.includes(folder))
}

/** Empty for a process that is gone by now, or waits for its parent to notice that. */
function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

export async function untilNothingRunsIn(folder: string): Promise<void> {
  await vi.waitFor(() => {
    expect(processesOf(folder)).toEqual([])
  }, 120_000)
}
