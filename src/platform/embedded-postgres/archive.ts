import { chownSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
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

export function removeSpool(home: Home): void {
  rmSync(spoolFolder(home.folder), { recursive: true, force: true })
}

/** A path as a word for the shell, in a setting where PostgreSQL replaces `%f` and the like. */
export const shellWord = (path: string) => `'${path.replaceAll("'", String.raw`'\''`)}'`.replaceAll('%', '%%')
