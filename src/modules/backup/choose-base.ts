import { Damaged } from '../../platform/backup/damaged.ts'
import type { Vault } from '../../platform/backup/vault.ts'
import { say } from '../../platform/language/words.ts'
import { Refused } from '../../platform/errors.ts'
import { type Base, baseName, listBases, readBase } from './base.ts'
import { type LogChain, readChain } from './log-chain.ts'

export interface Choice {
  base: Base
  /** The part of the log that it needs; null for a database of one's own, whose log is not in the backup. */
  chain: LogChain | null
}

interface RestorePoint {
  to?: Date | undefined
  /** The name of a whole backup; left out: whichever brings the most back. */
  name?: string | undefined
}

/**
 * Restores by the newest whole backup that was complete at that time, and where something of it is missing or damaged, by
 * the one before, and so on.
 * @returns what came out of it, and a sentence for each one that was passed over
 * @throws Error where none is left, saying why
 */
export async function withBestBase<T>(
  vault: Vault,
  { to, name }: RestorePoint,
  work: (choice: Choice) => Promise<T>,
): Promise<{ found: T; passedOver: string[] }> {
  const all = await listBases(vault)
  if (all.length === 0) throw new Refused(say('There is no whole backup in {target} yet.', { target: vault.target }))
  if (name !== undefined && !all.includes(name))
    throw new Refused(
      say('There is no backup {name} in {target}. There are: {all}.', {
        name,
        target: vault.target,
        all: all.join(', '),
      }),
    )
  const passedOver: string[] = []
  for (const one of name === undefined ? all : [name]) {
    if (to && one > baseName(to)) continue
    try {
      const choice = await choose(vault, one)
      if (to && new Date(choice.base.finishedAt) > to) continue
      return { found: await work(choice), passedOver }
    } catch (error) {
      if (!(error instanceof Damaged)) throw error
      // The whole place may be missing.
      await vault.demandPlace()
      passedOver.push(`The backup ${one} can't be restored: ${error.message}`)
    }
  }
  if (passedOver.length > 0) throw new Error(passedOver.join('\n'))
  const oldest = await readBase(vault, name ?? all.at(-1) ?? '')
  throw new Refused(
    name === undefined
      ? say('The backup in {target} begins only at {time}.', { target: vault.target, time: oldest.finishedAt })
      : say('The backup {name} begins only at {time}.', { name, time: oldest.finishedAt }),
  )
}

/** @throws {Damaged} where something is missing without which it is nothing */
async function choose(vault: Vault, name: string): Promise<Choice> {
  const base = await readBase(vault, name)
  if (!base.cluster) return { base, chain: null }
  const chain = await readChain(vault, base.cluster)
  const { gap, segments } = chain
  if (gap && !segments.includes(base.cluster.lastSegment)) throw gap.missing
  return { base, chain }
}
