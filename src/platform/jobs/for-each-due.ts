import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

/**
 * Does `work` with each of what is due. One that fails doesn't keep the others from it: it is still due in the next round.
 * A conflict is none of ours: somebody was faster.
 * @param due is logged with the failure, so it holds ids and no words of members
 * @param atATime how many are worked on at once
 */
export async function forEachDue<T extends object>(
  ctx: Context,
  due: readonly T[],
  work: (one: T) => Promise<unknown>,
  { atATime = 1 } = {},
): Promise<void> {
  const waiting = due.values()
  const worker = async () => {
    for (const one of waiting) {
      try {
        await work(one)
      } catch (error) {
        if (error instanceof AppError && error.status === 409) continue
        ctx.log.warn({ err: error, due: one }, 'left for the next round')
      }
    }
  }
  await Promise.all(Array.from({ length: atATime }, worker))
}
