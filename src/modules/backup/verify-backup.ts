import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTarget } from '../../platform/backup/backup-target.ts'
import { openVault, type Vault } from '../../platform/backup/vault.ts'
import type { Context } from '../../platform/context.ts'
import { messageOf } from '../../platform/errors.ts'
import { describeFinding } from '../audit/index.ts'
import { noteVerified, readBackup } from './backup-row.ts'
import { type Base, chooseBase, photoFile } from './base.ts'
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
 * ended is kept: what is wrong becomes an alarm.
 * @throws Error where the market is not backed up
 */
export async function verifyBackup(ctx: Context): Promise<Verified> {
  const state = await readBackup(ctx.db)
  if (!state) throw new Error('This market is not backed up yet: market backup TARGET')
  const verified = await tryRestore(ctx, state.target).catch((error: unknown) => ({
    base: 'none',
    standsAt: null,
    purchases: 0,
    problems: [messageOf(error)],
  }))
  const { problems } = verified
  const [first] = problems
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  await noteVerified(ctx.db, first === undefined ? null : first + more, ctx.clock.now())
  return { target: state.target, ...verified }
}

async function tryRestore({ config }: Context, name: string): Promise<Omit<Verified, 'target'>> {
  const vault = await openVault(openTarget(name, config), config.BACKUP_PASSPHRASE)
  const base = await chooseBase(vault)
  requireKnown(base)
  const lost = await unreadablePhotos(vault, base)
  const { standsAt, purchases, findings } = base.cluster
    ? await tryCluster(vault, { ...base, cluster: base.cluster })
    : { standsAt: null, purchases: 0, findings: [] }
  return { base: base.name, standsAt, purchases, problems: [...findings, ...lost] }
}

async function tryCluster(vault: Vault, base: Parameters<typeof restoreCluster>[1]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'market-verify-'))
  // As root, PostgreSQL runs as another user, who must get in.
  await chmod(dataDir, 0o711)
  let folder: string | undefined
  try {
    const settings = { fsync: 'off', synchronous_commit: 'off' }
    const { server, db, standsAt, counts, findings } = await restoreCluster(vault, base, { dataDir, settings })
    folder = await realpath(server.folder)
    await db.destroy()
    await server.stop()
    return {
      standsAt,
      purchases: counts.purchases ?? 0,
      findings: findings.map(describeFinding),
    }
  } finally {
    for (const path of [folder, dataDir]) if (path !== undefined) await rm(path, { recursive: true, force: true })
  }
}

async function unreadablePhotos(vault: Vault, base: Base): Promise<string[]> {
  const problems: string[] = []
  for (const key of base.photos) {
    const bytes = await vault.get(photoFile(key)).catch(() => null)
    if (!bytes) problems.push(`${photoFile(key)} in the backup is missing or damaged.`)
  }
  return problems
}
