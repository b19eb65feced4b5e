import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Damaged } from '../../platform/backup/damaged.ts'
import type { Vault } from '../../platform/backup/vault.ts'
import type { Context } from '../../platform/context.ts'
import { messageOf, Refused } from '../../platform/errors.ts'
import { words } from '../../platform/language/words.ts'
import { describeFinding } from '../audit/index.ts'
import { type BackupState, recordVerified, readBackup } from './backup-row.ts'
import { withBestBase } from './choose-base.ts'
import { damagedBases, damagedParts, damagedPhotos } from './inspect-base.ts'
import type { LogChain } from './log-chain.ts'
import { demandCarried, openPlace } from './place.ts'
import { requireKnown, restoreCluster } from './restore-cluster.ts'

export interface Verified {
  target: string
  base: string
  /** The time of the last commit; null for a database of one's own, which is not in the backup. */
  standsAt: Date | null
  purchases: number
  /** A sentence each; none: there is a way back. */
  problems: string[]
}

/**
 * Restores the newest backup into a folder of its own, audits it, reads every photo, and removes all that again. How it
 * ended is kept: what is wrong becomes an alarm, and the next whole backup writes anew what is damaged.
 * @throws Error where the market is not backed up
 */
export async function verifyBackup(ctx: Context): Promise<Verified> {
  const state = await readBackup(ctx.db)
  if (!state) throw new Refused(words('This market is not backed up yet: market backup TARGET'))
  const damaged: Damaged[] = []
  const verified = await tryRestore(ctx, state, damaged).catch((error: unknown) => ({
    base: 'none',
    standsAt: null,
    purchases: 0,
    problems: messageOf(error).split('\n'),
  }))
  const named = verified.problems.join('\n')
  const problems = [
    ...verified.problems,
    ...new Set(damaged.map(({ message }) => message).filter((message) => !named.includes(message))),
  ]
  const [first] = problems
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  const rotten = [...new Set(damaged.map(({ key }) => key).filter((key) => !key.startsWith('wal/')))]
  const problem = first === undefined ? null : first + more
  await recordVerified(ctx.db, { problem, rotten, now: ctx.clock.now() })
  return { target: state.target, ...verified, problems }
}

/** @param damaged gets every file that is, of all that was looked at */
async function tryRestore(ctx: Context, state: BackupState, damaged: Damaged[]): Promise<Omit<Verified, 'target'>> {
  const vault = await openPlace(ctx.config, state)
  damaged.push(...(await damagedBases(vault)))
  const { found, passedOver } = await withBestBase(vault, {}, async (choice) => {
    const { base, chain } = choice
    await requireKnown(base)
    damaged.push(...(await damagedPhotos(vault, base)))
    if (!base.cluster || !chain) return { base: base.name, standsAt: null, purchases: 0, problems: [] }
    try {
      return { base: base.name, ...(await tryCluster(vault, { ...base, cluster: base.cluster }, chain)) }
    } catch (error) {
      if (error instanceof Damaged) damaged.push(...(await damagedParts(vault, choice)))
      throw error
    }
  })
  await demandCarried(vault, state)
  return { ...found, problems: [...passedOver, ...found.problems] }
}

async function tryCluster(vault: Vault, base: Parameters<typeof restoreCluster>[1], chain: LogChain) {
  const dataDir = await mkdtemp(join(tmpdir(), 'market-verify-'))
  // As root, PostgreSQL runs as another user, who must get in.
  await chmod(dataDir, 0o711)
  let folder: string | undefined
  try {
    const settings = { fsync: 'off', synchronous_commit: 'off' }
    const { server, db, standsAt, counts, findings, lost } = await restoreCluster(vault, base, chain, {
      dataDir,
      settings,
    })
    folder = await realpath(server.folder)
    await db.destroy()
    await server.stop()
    return {
      standsAt,
      purchases: counts.purchases ?? 0,
      problems: [...lost, ...findings.map(describeFinding)],
    }
  } finally {
    for (const path of [folder, dataDir]) if (path !== undefined) await rm(path, { recursive: true, force: true })
  }
}
