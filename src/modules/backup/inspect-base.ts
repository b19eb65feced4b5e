import { Damaged } from '../../platform/backup/damaged.ts'
import type { Vault } from '../../platform/backup/vault.ts'
import { type Base, baseKey, chunkKey, listBases, photoFile, readBase, segmentKey } from './base.ts'
import type { Choice } from './choose-base.ts'
import { readNewest } from './newest.ts'
import { readChunk } from './restore-cluster.ts'

const AT_ONCE = 4

/** The whole backups that can't be read, whichever they are. @throws Error where the place does not answer */
export async function damagedBases(vault: Vault): Promise<Damaged[]> {
  const names = await listBases(vault)
  return await damagedOf(names.map((name) => [baseKey(name), () => readBase(vault, name)]))
}

/** Every file that this whole backup needs and that is missing or damaged. @throws Error where the place does not answer */
export async function damagedParts(vault: Vault, { base, chain }: Choice): Promise<Damaged[]> {
  const chunks = new Set(base.cluster?.files.flatMap(({ parts }) => parts.map(([name]) => name)))
  return [
    ...(await damagedOf([...chunks].map((name) => [chunkKey(name), () => readChunk(vault, name)]))),
    ...(await damagedOf((chain?.segments ?? []).map((name) => reading(vault, segmentKey(name))))),
    ...(chain?.gap ? [chain.gap.missing] : []),
  ]
}

/** @throws Error where the place does not answer */
export async function damagedPhotos(vault: Vault, base: Base): Promise<Damaged[]> {
  const newest = await readNewest(vault).catch(() => null)
  const keys = new Set([...base.photos, ...(newest?.photos ?? [])])
  return await damagedOf([...keys].map((key) => reading(vault, photoFile(key))))
}

type Reading = [key: string, read: () => Promise<unknown>]
const reading = (vault: Vault, key: string): Reading => [key, () => vault.get(key)]

async function damagedOf(readings: Reading[]): Promise<Damaged[]> {
  const damaged: Damaged[] = []
  const waiting = readings.values()
  const readOn = async () => {
    for (const [key, read] of waiting) {
      try {
        if (!(await read())) damaged.push(new Damaged(key, 'missing'))
      } catch (error) {
        if (!(error instanceof Damaged)) throw error
        damaged.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readOn))
  return damaged
}
