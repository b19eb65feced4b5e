import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dirname, join, resolve, sep } from 'node:path'
import type { Config } from './config.ts'

/** Files by key, such as `6f1c…/base.webp`. Keys are made by us, never by a caller. */
export interface PhotoStore {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** The bytes, or null where there is no such file. */
  get(key: string): Promise<Buffer | null>
  delete(key: string): Promise<void>
}

/** Photos under `DATA_DIR/photos`. */
export function createPhotoStore(config: Config): PhotoStore {
  const root = resolve(config.DATA_DIR, 'photos')
  const pathOf = (key: string) => {
    const path = resolve(root, key)
    if (!path.startsWith(root + sep)) throw new RangeError('a photo key must stay inside the photo folder')
    return path
  }
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      // Renamed into place, so that a reader or a crash never sees half a photo.
      const partial = join(dirname(path), `.${randomUUID()}`)
      await writeFile(partial, bytes)
      await rename(partial, path)
    },
    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}
