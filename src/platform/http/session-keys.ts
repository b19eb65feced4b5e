import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** Keys that sign cookies and hash sign-in codes, newest first. Without `SESSION_KEYS` one is made into `DATA_DIR`. */
export function sessionKeys(config: Config): [string, ...string[]] {
  const [newest, ...older] = config.SESSION_KEYS.split(',')
    .map((key) => key.trim())
    .filter(Boolean)
  return newest === undefined ? [generatedKey(config.DATA_DIR)] : [newest, ...older]
}

function generatedKey(dataDir: string): string {
  const file = join(dataDir, 'session-keys')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    // A link never replaces: of processes that start together, all end up with the first one's key.
    linkSync(fresh, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(fresh)
  }
  return readFileSync(file, 'utf8').trim()
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
