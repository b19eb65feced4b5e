import { Damaged } from '../../platform/backup/damaged.ts'
import type { Vault } from '../../platform/backup/vault.ts'
import { type Base, chunkKey, listBases, photoFile, readBase, removeBase } from './base.ts'

/** Whole backups that are kept; one is taken every night. */
const KEPT = 7

/** Removes the oldest backups, and all that no other one needs. What a member has erased is gone with them. */
export async function prune(vault: Vault, copied: Set<string>): Promise<void> {
  const names = await listBases(vault)
  for (const name of names.slice(KEPT)) await removeBase(vault, name)
  const bases = await readAll(vault, names.slice(0, KEPT))
  if (!bases) return

  const chunks = new Set(
    bases.flatMap((base) => base.cluster?.files.flatMap(({ parts }) => parts.map(([name]) => chunkKey(name))) ?? []),
  )
  for (const key of await vault.list('chunks/')) if (!chunks.has(key)) await vault.delete(key)

  // The order of segments is that of their names behind the timeline; histories of timelines are small, and stay.
  const position = (segment: string) => segment.slice(8, 24)
  const first = bases.map(({ cluster }) => position(cluster?.firstSegment ?? '')).toSorted()[0] ?? ''
  for (const key of await vault.list('wal/')) {
    const segment = key.slice('wal/'.length)
    if (!segment.endsWith('.history') && position(segment) < first) await vault.delete(key)
  }

  const photos = new Set(bases.flatMap((base) => base.photos))
  for (const key of copied) if (!photos.has(key)) await vault.delete(photoFile(key))
}

/** Undefined where one can't be read: what it needs is not known, so all stays until it is the oldest. */
async function readAll(vault: Vault, names: string[]): Promise<Base[] | undefined> {
  try {
    return await Promise.all(names.map((name) => readBase(vault, name)))
  } catch (error) {
    if (error instanceof Damaged) return undefined
    throw error
  }
}
