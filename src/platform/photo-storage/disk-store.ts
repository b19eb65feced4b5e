import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { listFiles } from '../list-files.ts'
import { photosAway, type PhotoStore } from './photo-store.ts'

/** Files in a folder, which is made when it is needed. */
export function diskStore(root: string): PhotoStore {
  return {
    async put(key, bytes) {
      const path = join(root, key)
      // Renamed into place, so that a reader or a crash never sees half a photo.
      const partial = join(dirname(path), `.${randomUUID()}`)
      try {
        await mkdir(dirname(path), { recursive: true })
        await writeFile(partial, bytes)
        await rename(partial, path)
      } catch (error) {
        // The disk is full, say: what was written of it would only make that worse.
        await rm(partial, { force: true }).catch(() => undefined)
        throw photosAway(error)
      }
    },
    async get(key) {
      try {
        return await readFile(join(root, key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw photosAway(error)
      }
    },
    async delete(key) {
      await rm(join(root, key), { force: true })
    },
    list: () => listFiles(root),
  }
}
