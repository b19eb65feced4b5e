import { randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import { generatedSecret } from '../../generated-secret.ts'

/** Keys that sign cookies and hash sign-in codes, newest first. Without `SESSION_KEYS` one is made into `DATA_DIR`. */
export function sessionKeys(config: Config): [string, ...string[]] {
  const [newest, ...older] = config.SESSION_KEYS.split(',')
    .map((key) => key.trim())
    .filter(Boolean)
  if (newest !== undefined) return [newest, ...older]
  return [generatedSecret(config.DATA_DIR, 'session-keys', () => randomBytes(32).toString('base64url'))]
}
