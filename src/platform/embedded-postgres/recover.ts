import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { shellWord } from './archive.ts'
import { clusterFolder, type Home, openHome } from './home.ts'

/** A segment of the log, or a history file; null where the archive has none of that name. */
export type LogSource = (name: string) => Promise<Buffer | null>

const POLL_MS = 10
/** Segments that are fetched before they are asked for. */
const AHEAD = 3
/** In 50 ms, after which the server gives up on a process that feeds it no more: ten minutes. */
const PATIENCE = 12_000
/** Above 125 PostgreSQL gives up instead of taking it for the end of the log. */
const GIVE_UP = 200

interface Recovery {
  log: LogSource
  /** The one of the log to follow; null for that of the copy. */
  timeline: number | null
  to?: Date | undefined
  settings?: Record<string, string>
}

/**
 * Starts a cluster that was copied while it ran, replays its log, to the end or to the last commit until `to`, and opens it.
 * @returns the server, and whether the log went beyond `to`
 * @throws Error of the source
 */
export async function recoverCluster(
  dataDir: string,
  { log, timeline, to, settings = {} }: Recovery,
): Promise<{ server: EmbeddedPostgres; reached: boolean }> {
  const home = openHome(dataDir, () => undefined)
  writeFileSync(join(clusterFolder(home), 'recovery.signal'), '')
  const feeder = feed(home, log)
  const start = (target: Record<string, string>) =>
    startEmbeddedPostgres({
      dataDir,
      settings: {
        archive_mode: 'off',
        hot_standby: 'off',
        max_wal_size: '4GB',
        restore_command: feeder.command,
        recovery_target_timeline: timeline === null ? 'current' : String(timeline),
        recovery_target_action: 'promote',
        ...settings,
        ...target,
      },
    })
  try {
    const target: Record<string, string> = to ? { recovery_target_time: to.toISOString().replace('Z', '+00') } : {}
    try {
      return { server: await start(target), reached: to !== undefined }
    } catch (error) {
      const failed = feeder.failure()
      if (failed) throw failed
      // The log ends before that time.
      if (to && /before configured recovery target was reached/.test(String(error)))
        return { server: await start({}), reached: false }
      throw error
    }
  } finally {
    await feeder.stop()
  }
}

/**
 * Hands the log to the server as it asks for it. The server's user may not reach the backup and knows no keys, so its
 * command only leaves a note and waits for the file.
 */
function feed(home: Home, log: LogSource) {
  const folder = join(home.folder, 'feed')
  const [wanted, given] = [join(folder, 'wanted'), join(folder, 'given')]
  rmSync(folder, { recursive: true, force: true })
  for (const path of [folder, wanted, given]) {
    mkdirSync(path, { mode: 0o700 })
    if (home.user) chownSync(path, home.user.uid, home.user.gid)
  }
  const command = [
    `d=${shellWord(folder)}; n=0; : > "$d/wanted/%f"`,
    `while [ $n -lt ${PATIENCE} ]; do`,
    'if [ -f "$d/given/%f" ]; then rm -f "$d/wanted/%f"; mv "$d/given/%f" "%p"; exit $?; fi',
    'if [ -f "$d/given/%f.absent" ]; then rm -f "$d/wanted/%f" "$d/given/%f.absent"; exit 1; fi',
    `if [ -f "$d/failed" ]; then exit ${GIVE_UP}; fi`,
    'n=$((n+1)); sleep 0.05',
    `done; exit ${GIVE_UP}`,
  ]
    .join('; ')
    .replaceAll('do; ', 'do ')

  const fetched = new Map<string, Promise<Buffer | null>>()
  const fetchOnce = (name: string) => {
    const known = fetched.get(name)
    if (known) return known
    const asked = log(name)
    asked.catch(() => undefined)
    fetched.set(name, asked)
    return asked
  }
  const give = (name: string, bytes: Buffer) => {
    const partial = join(folder, name)
    writeFileSync(partial, bytes, { mode: 0o600 })
    if (home.user) chownSync(partial, home.user.uid, home.user.gid)
    renameSync(partial, join(given, name))
  }
  const exists = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    )

  let stopped = false
  let failure: Error | undefined
  const serve = async () => {
    while (!stopped) {
      for (const name of await readdir(wanted)) {
        if ((await exists(join(given, name))) || (await exists(join(given, `${name}.absent`)))) continue
        const bytes = await fetchOnce(name)
        fetched.delete(name)
        if (bytes) give(name, bytes)
        else give(`${name}.absent`, Buffer.alloc(0))
        if (bytes) for (const next of following(name)) void fetchOnce(next)
      }
      await sleep(POLL_MS)
    }
  }
  const serving = serve().catch((error: unknown) => {
    failure = error instanceof Error ? error : new Error(String(error))
    writeFileSync(join(folder, 'failed'), '')
  })
  return {
    command,
    failure: () => failure,
    stop: async () => {
      stopped = true
      await serving
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The names of the next segments of 16 MB: timeline, then log and segment in hexadecimal. */
function following(name: string): string[] {
  const [, timeline = '', log = '', segment = ''] = /^([0-9A-F]{8})([0-9A-F]{8})000000([0-9A-F]{2})$/.exec(name) ?? []
  if (timeline === '') return []
  const number = BigInt(`0x${log}`) * 256n + BigInt(`0x${segment}`)
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return Array.from({ length: AHEAD }, (_, index) => {
    const next = number + BigInt(index + 1)
    return timeline + hex(next / 256n) + hex(next % 256n)
  })
}
