import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { DAY_MS } from '../src/platform/durations.ts'

/**
 * Moves the files of a finished folder into place, one by one, so that none is missing at any moment: first those with a
 * hash in their name, the template and the entry last. Two builds of the same sources move the same files. Hashed files
 * of builds before stay for a day, for pages that are open and processes that still run.
 */
export async function publish(from: string, to: string, now = Date.now()): Promise<void> {
  const fresh = await filesIn(from)
  const supersededAt = await readSuperseded(to)
  for (const file of fresh.toSorted((one, other) => Number(isHashed(other)) - Number(isHashed(one)))) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    await rename(join(from, file), join(to, file))
    supersededAt.delete(file)
  }
  for (const file of (await filesIn(to)).filter((file) => !fresh.includes(file) && file !== SUPERSEDED)) {
    const since = supersededAt.get(file) ?? now
    supersededAt.set(file, since)
    if (isHashed(file) && now - since < DAY_MS) continue
    await rm(join(to, file), { force: true })
    supersededAt.delete(file)
  }
  await writeFile(join(to, SUPERSEDED), JSON.stringify([...supersededAt]))
}

/** The times from which on each file of an earlier build is none of the current one, in milliseconds. */
const SUPERSEDED = '.superseded.json'
const isHashed = (file: string) => file.startsWith('assets/')

async function readSuperseded(folder: string): Promise<Map<string, number>> {
  const text = await readFile(join(folder, SUPERSEDED), 'utf8').catch(() => '[]')
  return new Map(JSON.parse(text) as [string, number][])
}

/** Paths with slashes, relative to the folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}
