import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { tooMany } from './limiter.ts'

export interface BackoffRule {
  keyPrefix: string
  /** Attempts before the first pause. */
  free: number
  /** Seconds of the first pause; each later one is twice as long. */
  first: number
  /** Seconds of the longest pause. */
  longest: number
  /** Seconds after the first attempt, when counting begins anew. */
  forget: number
}

export interface Backoff {
  /** Counts one attempt. @returns how many that makes @throws AppError 429 with the seconds that are left of a pause */
  take(key: string): Promise<number>
  /** Counts one attempt that was heard already, pause or not. @returns how many that makes */
  add(key: string): Promise<number>
  count(key: string): Promise<number>
  /** Milliseconds that are left of a pause. */
  pauseOf(key: string): Promise<number>
  /** Takes one attempt back, and the pause with it, because it was a good one. */
  giveBack(key: string): Promise<void>
}

/** Growing pauses, counted in PostgreSQL for all processes together. Keys are hashed: they may be addresses. */
export function createBackoff({ db, clock }: Context, rule: BackoffRule): Backoff {
  const rowOf = (key: string) => `${rule.keyPrefix}:${createHash('sha256').update(key).digest('base64url')}`
  /** One statement, so that attempts made at once wait for each other. */
  async function insert(key: string, evenPaused: boolean): Promise<number | undefined> {
    const now = clock.now()
    const { rows } = await db.raw<{ rows: { attempts: number }[] }>(
      `insert into backoff as b (key, attempts, open_at, expires_at)
       values (:key, 1, 'epoch', :expires)
       on conflict (key) do update set
         attempts = case when b.expires_at <= :now then 1 else b.attempts + 1 end,
         open_at = case when b.expires_at <= :now or b.attempts + 1 < :free then 'epoch'
           else :now::timestamptz + make_interval(secs =>
             least(:longest, :first * power(2, least(b.attempts + 1 - :free, 30)))) end,
         expires_at = case when b.expires_at <= :now then :expires else b.expires_at end
       where :evenPaused or b.open_at <= :now or b.expires_at <= :now
       returning attempts`,
      { ...rule, evenPaused, key: rowOf(key), now, expires: new Date(now.getTime() + rule.forget * 1000) },
    )
    return rows[0]?.attempts
  }
  async function pauseOf(key: string): Promise<number> {
    const row = await db('backoff')
      .where({ key: rowOf(key) })
      .first('open_at')
    return Math.max((row?.open_at.getTime() ?? 0) - clock.now().getTime(), 0)
  }
  return {
    async take(key) {
      const attempts = await insert(key, false)
      if (attempts === undefined) throw tooMany(await pauseOf(key))
      return attempts
    },
    async add(key) {
      return (await insert(key, true)) ?? 0
    },
    async count(key) {
      const row = await db('backoff')
        .where({ key: rowOf(key) })
        .where('expires_at', '>', clock.now())
        .first('attempts')
      return row?.attempts ?? 0
    },
    pauseOf,
    async giveBack(key) {
      await db('backoff')
        .where({ key: rowOf(key) })
        .where('attempts', '>', 0)
        .update({ attempts: db.raw('attempts - 1'), open_at: new Date(0) })
    },
  }
}

/** Keys of that prefix with so many attempts that are not forgotten yet. */
export async function countPersistent(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  keyPrefix: string,
  attempts: number,
): Promise<number> {
  const rows = await db('backoff')
    .whereRaw('key like ?', [`${keyPrefix}:%`])
    .where('attempts', '>=', attempts)
    .where('expires_at', '>', clock.now())
    .select('key')
  return rows.length
}

export async function removeExpiredBackoffs({ db, clock }: Context): Promise<void> {
  await db('backoff').where('expires_at', '<=', clock.now()).delete()
}
