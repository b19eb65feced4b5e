import { z } from 'zod'
import type { Vault } from '../../platform/backup/vault.ts'
import { Damaged } from '../../platform/backup/damaged.ts'

const KEY = 'newest.json'

/** The newest of the place: what is named here and not there has been lost. */
const Newest = z.object({
  /** The log's latest segment. */
  segment: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  photos: z.array(z.string()),
})
export type Newest = z.infer<typeof Newest>

/** Null where nothing has come yet. @throws {Damaged} */
export async function readNewest(vault: Vault): Promise<Newest | null> {
  const text = await vault.get(KEY)
  return text && Newest.parse(JSON.parse(text.toString()))
}

/** The caller holds the lock of the log. What was damaged begins anew. */
export async function changeNewest(vault: Vault, change: (newest: Newest) => Newest): Promise<void> {
  const found = await readNewest(vault).catch((error: unknown) => {
    if (error instanceof Damaged) return null
    throw error
  })
  const changed = change(found ?? { segment: null, at: null, photos: [] })
  await vault.put(KEY, Buffer.from(JSON.stringify(changed)))
}
