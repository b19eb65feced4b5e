import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { enqueue } from '../../../events.ts'
import type { Trx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { say } from '../../../platform/language/words.ts'
import { requireMember } from '../../identity/index.ts'
import { priceOf } from '../prices/category.ts'
import { CATALOG_CODES } from '../contract.ts'
import { requireOwnPhotos } from '../photo/photo.ts'
import type { AnalysisQuestion, AnalysisRow } from './analysis.ts'

/** Analyses that one member may ask for within 24 hours; asking the same again is free, and so is what is cancelled in time. */
export const ANALYSES_PER_DAY = 100
/** The member who asks, the analyser, and the time. */
export interface Asking {
  callerId: string
  analyser: string
  now: Date
}

/** After this time a job that has not answered is lost, with all its attempts. */
const LOST_AFTER_MS = 15 * MINUTE_MS

/**
 * Puts a question to the analyser: answers its row, which is finished already where the same has been asked before. A
 * failure is not cached: the next request starts another attempt.
 * @param analyser the name of who is asked
 * @param again asks anew in any case
 * @throws AppError PHOTO_NOT_YOURS 403, UNKNOWN_CATEGORY 400, DAILY_LIMIT 429; the transaction stays usable
 */
export async function askAnalysis(
  trx: Trx,
  { callerId, question, analyser, now, again = false }: Asking & { question: AnalysisQuestion; again?: boolean },
): Promise<AnalysisRow> {
  const { photoUrls, category } = question
  await requireMember(trx, callerId)
  await requireOwnPhotos(trx, { ownerId: callerId, urls: photoUrls })
  await priceOf(trx, category)
  await takeTurn(trx, callerId)
  const key = { owner_id: callerId, photo_urls: photoUrls, category, analyser }
  // Locked, so that it is not cleared away meanwhile.
  const cached = await trx('photo_analysis').where(key).forKeyShare().first()
  if (cached && (isUnderway(cached, now) || (cached.result !== null && !again))) return cached
  await requireQuota(trx, callerId, now)
  const attempts = (cached?.attempts ?? 0) + 1
  const unanswered = { started_at: null, result: null, failure: null, finished_at: null }
  const [row] = await trx('photo_analysis')
    .insert({ ...key, ...unanswered, attempts, asked_at: now })
    .onConflict(['owner_id', 'photo_urls', 'category', 'analyser'])
    .merge(['attempts', 'asked_at', 'started_at', 'result', 'failure', 'finished_at'])
    .returning('*')
  if (!row) throw new Error('an asked question has a row')
  await enqueue(trx, 'catalog.analyze-photos', { analysisId: row.id, attempt: attempts })
  return row
}

/** Questions of one member, and what cancels them, take turns: together they can't exceed the limit, nor lose each other. */
export async function takeTurn(trx: Trx, memberId: string): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('analyses of ' || ?, 0))`, [memberId])
}

function isUnderway({ finished_at, asked_at }: AnalysisRow, now: Date): boolean {
  return finished_at === null && now.getTime() - asked_at.getTime() < LOST_AFTER_MS
}

async function requireQuota(trx: Trx, ownerId: string, now: Date): Promise<void> {
  const { rows } = await trx.raw<{ rows: { attempts: number; oldest: Date | null }[] }>(
    `select coalesce(sum(attempts - cancelled), 0)::int as attempts, min(asked_at) as oldest
     from photo_analysis where owner_id = ? and asked_at > ?`,
    [ownerId, new Date(now.getTime() - DAY_MS)],
  )
  const { attempts = 0, oldest = null } = rows[0] ?? {}
  if (attempts < ANALYSES_PER_DAY) return
  const retryAfter = Math.ceil(((oldest ?? now).getTime() + DAY_MS - now.getTime()) / 1000)
  const message = say(
    'You can have {most, plural, one {# analysis} other {# analyses}} a day. Please come back later.',
    {
      most: ANALYSES_PER_DAY,
    },
  )
  throw new AppError(CATALOG_CODES.DAILY_LIMIT, 429, message, { retryAfter })
}
