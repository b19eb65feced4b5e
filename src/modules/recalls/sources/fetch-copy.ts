import manifest from '../../../../package.json' with { type: 'json' }
import type { Config } from '../../../platform/config.ts'
import { withDeadline } from '../../../platform/process/deadline.ts'
import { CopyRefused } from './read-copy.ts'

/** All recalls there are come at once. */
const TIMEOUT_MS = 5 * 60_000

/**
 * A source's file, as it is today.
 * @throws CopyRefused for one of more than `most` bytes, which is not read to its end; Error while the source is away
 */
export async function fetchCopy(config: Config, { url, most }: { url: string; most: number }): Promise<Buffer> {
  const headers = { 'user-agent': `Outgrown/${manifest.version} (${config.publicUrl})`, accept: 'application/json' }
  return withDeadline(TIMEOUT_MS, async (signal) => {
    const response = await fetch(url, { signal, headers, redirect: 'error' })
    if (!response.ok || !response.body) throw new Error(`it answered ${response.status}`)
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body) {
      bytes += chunk.length
      if (bytes > most) throw new CopyRefused(`it is larger than ${most} bytes`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  })
}
