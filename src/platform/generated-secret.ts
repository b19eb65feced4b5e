import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The line in that file of `DATA_DIR`; `make` says it the first time. Only its owner can read it. */
export function generatedSecret(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${make()}\n`, { mode: 0o600 })
  try {
    // A link never replaces: of processes that start together, all end up with the first one's secret.
    linkSync(fresh, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(fresh)
  }
  return readFileSync(file, 'utf8').trim()
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
