import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mutant } from './mutants.ts'

/**
 * The mutant's file with the bug in it.
 * @throws Error where what it replaces is not there exactly once: the code has changed, and the mutant has to follow
 */
export async function mutate(root: string, { name, file, was, becomes }: Mutant): Promise<string> {
  const text = await readFile(join(root, file), 'utf8')
  const found = text.split(was).length - 1
  if (found !== 1) throw new Error(`${name}: stands ${found} times in ${file}, not once: ${was}`)
  return text.replace(was, () => becomes)
}

/** Works with the bug in the tree at `root`, and takes it out again. */
export async function withMutant<Result>(root: string, mutant: Mutant, work: () => Promise<Result>): Promise<Result> {
  const path = join(root, mutant.file)
  const kept = await readFile(path)
  await writeFile(path, await mutate(root, mutant))
  try {
    return await work()
  } finally {
    await writeFile(path, kept)
  }
}
