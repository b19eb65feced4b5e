import { Damaged } from '../../platform/backup/damaged.ts'
import type { Vault } from '../../platform/backup/vault.ts'
import { type Cluster, segmentKey } from './base.ts'
import { isSegment, type LogChain, positionOf } from './log-chain.ts'

/**
 * The log for whoever replays it, which is told of a piece that is missing or damaged as of the log's end.
 * @throws {Damaged} where that piece belongs to the whole backup itself
 */
export async function readLog(vault: Vault, { lastSegment }: Cluster, { segments, gap }: LogChain) {
  const expected = new Set(segments)
  let failed: { name: string; damaged: Damaged } | undefined
  async function get(name: string): Promise<Buffer | null> {
    const key = segmentKey(name)
    try {
      const bytes = await vault.get(key)
      if (!bytes && expected.has(name)) throw new Damaged(key, 'missing')
      return bytes
    } catch (error) {
      if (!(error instanceof Damaged)) throw error
      // The whole place may be missing.
      await vault.demandPlace()
      if (isSegment(name) && (!failed || name < failed.name)) failed = { name, damaged: error }
      return null
    }
  }
  for (const name of segments.filter((one) => positionOf(one) <= positionOf(lastSegment))) await get(name)
  if (failed) throw failed.damaged
  return {
    get,
    /** The part that is lost between where the log could be followed to and its end, in a sentence. */
    lost(standsAt: Date): string[] {
      const missing = failed?.damaged ?? gap?.missing
      if (!missing) return []
      const until = gap?.until ? `, and the log goes on behind it until ${gap.until}` : ''
      const stands = `The market stands at ${standsAt.toISOString()}: what was done after that is lost.`
      return [`${missing.message.slice(0, -1)}${until}. ${stands}`]
    },
  }
}
