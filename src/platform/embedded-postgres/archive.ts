import { chownSync, mkdirSync, rmSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Home } from './home.ts'

/** Where PostgreSQL puts each segment of its log that is complete, for somebody to carry it to the backup. */
export const spoolFolder = (folder: string) => join(folder, 'archive')

/**
 * Archiving is always on, because turning it on takes a restart, and does nothing while there is no spool. The server's
 * user may not reach the backup and knows no keys, so it only puts segments aside.
 */
export function archiveSettings(home: Home): Record<string, string> {
  if (process.platform === 'win32') return {}
  const command = [
    `d=${shellWord(spoolFolder(home.folder))}`,
    '[ -d "$d" ] || exit 0',
    // It was put aside before, and PostgreSQL died before it noted that.
    'if [ -f "$d/%f" ]; then cmp -s "%p" "$d/%f"; exit $?; fi',
    'cp "%p" "$d/.%f" && sync "$d/.%f" && mv "$d/.%f" "$d/%f"',
  ]
  return { archive_mode: 'on', archive_command: command.join('; ') }
}

export function makeSpool(home: Home): void {
  const spool = spoolFolder(home.folder)
  mkdirSync(spool, { recursive: true, mode: 0o700 })
  if (home.user) chownSync(spool, home.user.uid, home.user.gid)
}

const PACKED = '.zst'
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Names of what was put aside, in the order of the log; none where there is no spool. */
export async function listSpool(folder: string): Promise<string[]> {
  const files = await readdir(spoolFolder(folder)).catch(() => [])
  const names = files.filter((name) => !name.startsWith('.')).map((name) => name.replace(PACKED, ''))
  return [...new Set(names)].toSorted()
}

/** @throws Error where it is gone */
export async function readSpooled(folder: string, name: string): Promise<Buffer> {
  const path = join(spoolFolder(folder), name)
  return await readFile(path).catch(async () => await decompress(await readFile(path + PACKED)))
}

export async function removeSpooled(folder: string, name: string): Promise<void> {
  for (const path of [name, name + PACKED]) await rm(join(spoolFolder(folder), path), { force: true })
}

/** Compresses what waits: a segment of an hour when nobody was there holds mostly zeros. @returns bytes */
export async function packSpool(folder: string): Promise<number> {
  const spool = spoolFolder(folder)
  let bytes = 0
  for (const name of await listSpool(folder)) {
    const raw = await readFile(join(spool, name)).catch(() => undefined)
    if (raw) {
      // Half a file has a hidden name; the database's user may be another.
      const partial = join(spool, `.${name}${PACKED}`)
      await writeFile(partial, await compress(raw), { mode: 0o600 })
      await rename(partial, join(spool, name + PACKED))
      await rm(join(spool, name), { force: true })
    }
    bytes += (await stat(join(spool, name + PACKED))).size
  }
  return bytes
}

export function removeSpool(home: Home): void {
  rmSync(spoolFolder(home.folder), { recursive: true, force: true })
}

/** A path as a word for the shell, in a setting where PostgreSQL replaces `%f` and the like. */
export const shellWord = (path: string) => `'${path.replaceAll("'", String.raw`'\''`)}'`.replaceAll('%', '%%')
