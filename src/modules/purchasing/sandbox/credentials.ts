import { randomBytes } from 'node:crypto'
import type { Reader } from '../../../platform/database.ts'

export const SANDBOX_KEY = 'sk_test_sandbox'
const ENDPOINT_ID = 'we_sandbox'

/** What the sandbox signs its events with: made once, and the same for every process of this market. */
export async function sandboxWebhookSecret(reader: Reader): Promise<string> {
  const secret = `whsec_${randomBytes(24).toString('hex')}`
  const fresh = { id: ENDPOINT_ID, kind: 'webhook_endpoint', body: JSON.stringify({ secret }) }
  await reader('sandbox_object').insert(fresh).onConflict('id').ignore()
  const { rows } = await reader.raw<{ rows: { secret: string }[] }>(
    "select body ->> 'secret' as secret from sandbox_object where id = ?",
    [ENDPOINT_ID],
  )
  return rows[0]?.secret ?? secret
}
