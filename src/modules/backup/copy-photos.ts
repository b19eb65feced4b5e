import type { Vault } from '../../platform/backup/vault.ts'
import type { PhotoStore } from '../../platform/photo-storage/photo-store.ts'
import { photoFile } from './base.ts'

/**
 * Copies the photos that the vault has not yet; they never change.
 * @param copied those known to be there, to which the new ones are added
 * @returns the keys of all photos of the market, and of those that are new in the vault
 */
export async function copyPhotos(
  vault: Vault,
  photos: PhotoStore,
  copied: Set<string>,
): Promise<{ keys: string[]; added: string[] }> {
  const keys: string[] = []
  const added: string[] = []
  for await (const key of photos.list()) {
    keys.push(key)
    if (copied.has(key)) continue
    const bytes = await photos.get(key)
    if (!bytes) continue
    await vault.put(photoFile(key), bytes, { compressed: false })
    copied.add(key)
    added.push(key)
  }
  return { keys, added }
}

/** The keys of the photos in the vault. */
export async function copiedPhotos(vault: Vault): Promise<Set<string>> {
  return new Set((await vault.list(photoFile(''))).map((file) => file.slice(photoFile('').length)))
}
