import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../language/words.ts'

export interface Limit {
  keyPrefix: string
  /** Calls within `duration`. */
  points: number
  /** Seconds. */
  duration: number
}

export interface Limiter {
  /** Counts one attempt of `key`, or several. @throws AppError 429 with the seconds to wait when there were too many */
  consume(key: string, attempts?: number): Promise<void>
}

/**
 * Counts in PostgreSQL, so that all processes count together.
 * @param refusal what is thrown when there were too many, by the milliseconds to wait
 */
export function createLimiter(ctx: Context, limit: Limit, refusal = tooMany): Limiter {
  const limiter = inPostgres(ctx, limit)
  return limiterOf((key, attempts) => limiter.consume(key, attempts), refusal)
}

/** Counts in this process alone: for what is over so soon that a query would cost more. */
export function createProcessLimiter(limit: Limit): Limiter {
  const limiter = new RateLimiterMemory(limit)
  return limiterOf((key, attempts) => limiter.consume(key, attempts), tooMany)
}

/** Keys of which a process has a block at hand; of those beyond, the ones not heard of for longest lose theirs. */
const MOST_BLOCKS = 100_000

/**
 * As `createLimiter`, at one statement for every `block` attempts of a key: a whole block is counted before the first
 * of it is used. So never more than `points` pass, over all processes and restarts, and up to `block` fewer for each
 * process that the key comes by. Who is refused is refused without a statement until the time is over.
 */
export function createBlockLimiter(ctx: Context, limit: Limit, block: number): { consume(key: string): Promise<void> } {
  const limiter = inPostgres(ctx, { ...limit, inMemoryBlockOnConsumed: limit.points + 1 })
  // By `maxSize` it grows as it is used: by `max` it would take room for all of them, and 20 ms, at each start.
  const blocks = new LRUCache<string, Promise<{ left: number; endsAt: number }>>({
    maxSize: MOST_BLOCKS,
    sizeCalculation: () => 1,
  })
  const forget = (key: string, taken: unknown) => {
    if (blocks.get(key) === taken) blocks.delete(key)
  }
  function take(key: string) {
    const taken = limiter
      .consume(key, block)
      .then(({ msBeforeNext }) => ({ left: block, endsAt: Date.now() + msBeforeNext }))
    taken.catch(() => {
      forget(key, taken)
    })
    blocks.set(key, taken)
    return taken
  }
  return limiterOf(async (key) => {
    for (;;) {
      const taken = blocks.get(key) ?? take(key)
      const own = await taken
      if (own.left > 0 && Date.now() < own.endsAt) {
        own.left -= 1
        return
      }
      forget(key, taken)
    }
  }, tooMany)
}

function inPostgres(ctx: Context, limit: Limit & { inMemoryBlockOnConsumed?: number }): RateLimiterPostgres {
  return new RateLimiterPostgres({
    ...limit,
    storeClient: ctx.db,
    storeType: 'knex',
    tableName: 'rate_limit',
    tableCreated: true,
    // `removeExpiredLimits` does it, by a job.
    clearExpiredByTimeout: false,
  })
}

/** Keys are hashed: they may be addresses. */
function limiterOf(
  consume: (hash: string, attempts?: number) => Promise<unknown>,
  refusal: (milliseconds: number) => AppError,
): Limiter {
  return {
    async consume(key, attempts) {
      try {
        await consume(createHash('sha256').update(key).digest('base64url'), attempts)
      } catch (error) {
        throw error instanceof RateLimiterRes ? refusal(error.msBeforeNext) : error
      }
    },
  }
}

export async function removeExpiredLimits({ db, clock }: Context): Promise<void> {
  await db('rate_limit').where('expire', '<=', clock.now().getTime()).delete()
}

export function tooMany(milliseconds: number): AppError {
  const seconds = Math.max(Math.ceil(milliseconds / 1000), 1)
  const said =
    seconds > 90
      ? say('Too many attempts. Please try again in {minutes, plural, one {# minute} other {# minutes}}.', {
          minutes: Math.ceil(seconds / 60),
        })
      : say('Too many attempts. Please try again in {seconds, plural, one {# second} other {# seconds}}.', { seconds })
  return new AppError('TOO_MANY_REQUESTS', 429, said, { retryAfter: seconds })
}
