import { createHash } from 'node:crypto'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

export interface Limit {
  keyPrefix: string
  /** How often within `duration`. */
  points: number
  /** Seconds. */
  duration: number
}

export interface Limiter {
  /** Counts one attempt of `key`, or several. @throws AppError 429 with the seconds to wait when there were too many */
  consume(key: string, attempts?: number): Promise<void>
}

/**
 * Counts in PostgreSQL, so that all processes count together. Keys are hashed: they may be addresses.
 * @param refusal what is thrown when there were too many, by the milliseconds to wait
 */
export function createLimiter(ctx: Context, limit: Limit, refusal = tooMany): Limiter {
  const limiter = new RateLimiterPostgres({
    ...limit,
    storeClient: ctx.db,
    storeType: 'knex',
    tableName: 'rate_limit',
    tableCreated: true,
    // `removeExpiredLimits` does it, by a job.
    clearExpiredByTimeout: false,
  })
  return limiterOf(limiter, refusal)
}

/** Counts in this process alone: for what is over so soon that a query would cost more. */
export const createProcessLimiter = (limit: Limit): Limiter => limiterOf(new RateLimiterMemory(limit), tooMany)

function limiterOf(limiter: RateLimiterAbstract, refusal: typeof tooMany): Limiter {
  const hash = (key: string) => createHash('sha256').update(key).digest('base64url')
  return {
    async consume(key, attempts) {
      try {
        await limiter.consume(hash(key), attempts)
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
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`
  return new AppError('TOO_MANY_REQUESTS', 429, `Too many attempts. Please try again in ${wait}.`, {
    retryAfter: seconds,
  })
}
