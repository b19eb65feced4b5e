import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The files under a folder by path, such as `6f/6f1c.webp`; none where there is no folder. Those half written are hidden. */
export async function* listFiles(root: string, path = ''): AsyncGenerator<string> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const inside = path === '' ? entry.name : `${path}/${entry.name}`
    if (entry.isDirectory()) yield* listFiles(root, inside)
    else if (entry.isFile()) yield inside
  }
}
