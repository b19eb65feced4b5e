import type { Context } from '../../platform/context.ts'
import { transact, type Trx } from '../../platform/database.ts'
import { AppError, NotFound, Unavailable } from '../../platform/errors.ts'
import type { Analyser } from './analyser.ts'
import { priceOf } from './category.ts'
import { Analysis, CATALOG_CODES } from './contract.ts'
import { createGate } from './gate.ts'
import { offlineAnalyser } from './offline-analyser.ts'
import { photoKey, requireOwnPhotos, type Photo } from './photo.ts'

/** Analyses that one member may ask for within 24 hours; asking the same again is free. */
export const ANALYSES_PER_DAY = 100
const DAY_MS = 24 * 60 * 60 * 1000

export interface AnalysisQuestion {
  photoUrls: string[]
  category: string
}

const analysing = createGate(4)

/**
 * Suggests a listing for photos of one item. Results are kept: the same question is answered without asking again.
 * @throws AppError PHOTO_NOT_YOURS 403, UNKNOWN_CATEGORY 400, DAILY_LIMIT 429, ANALYSIS_UNAVAILABLE 503
 */
export async function analyzePhotos(
  ctx: Context,
  { callerId, question }: { callerId: string; question: AnalysisQuestion },
): Promise<Analysis> {
  const { photoUrls, category } = question
  const analyser = analyserOf(ctx)
  const photos = await requireOwnPhotos(ctx.db, { ownerId: callerId, urls: photoUrls })
  const price = await priceOf(ctx.db, category)
  const asked = await ask(ctx, { owner_id: callerId, photo_urls: photoUrls, category, analyser: analyser.name })
  if (asked.result !== null) return Analysis.parse(asked.result)
  const analysis = await analysing(async () =>
    analyser.analyse({ photos: await readPhotos(ctx, photos), category, price }),
  )
  await ctx
    .db<AnalysisRow>('photo_analysis')
    .where({ id: asked.id })
    .update({ result: JSON.stringify(analysis) })
  return analysis
}

function analyserOf({ config }: Context): Analyser {
  if (config.sandboxAllowed) return offlineAnalyser
  throw new Unavailable('AI analysis is not available here', CATALOG_CODES.ANALYSIS_UNAVAILABLE)
}

interface AnalysisRow {
  id: string
  owner_id: string
  photo_urls: string[]
  category: string
  analyser: string
  result: unknown
  attempts: number
  asked_at: Date
}

/** The question as it is kept: with its result where there is one, else counted as one more attempt of the day. */
async function ask(
  ctx: Context,
  question: Pick<AnalysisRow, 'owner_id' | 'photo_urls' | 'category' | 'analyser'>,
): Promise<AnalysisRow> {
  const now = ctx.clock.now()
  return transact(ctx.db, async (trx) => {
    // Questions of one member take turns here, so that together they can't exceed the limit.
    await trx.raw(`select pg_advisory_xact_lock(hashtextextended('analyses of ' || ?, 0))`, [question.owner_id])
    const kept = await trx<AnalysisRow>('photo_analysis').where(question).first()
    if (kept && kept.result !== null) return kept
    await requireQuota(trx, question.owner_id, now)
    const attempts = (kept?.attempts ?? 0) + 1
    const [row] = await trx('photo_analysis')
      .insert({ ...question, attempts, asked_at: now })
      .onConflict(['owner_id', 'photo_urls', 'category', 'analyser'])
      .merge(['attempts', 'asked_at'])
      .returning<AnalysisRow[]>('*')
    if (!row) throw new Error('an asked question has a row')
    return row
  })
}

async function requireQuota(trx: Trx, ownerId: string, now: Date): Promise<void> {
  const { rows } = await trx.raw<{ rows: { attempts: number; oldest: Date | null }[] }>(
    `select coalesce(sum(attempts), 0)::int as attempts, min(asked_at) as oldest
     from photo_analysis where owner_id = ? and asked_at > ?`,
    [ownerId, new Date(now.getTime() - DAY_MS)],
  )
  const { attempts = 0, oldest = null } = rows[0] ?? {}
  if (attempts < ANALYSES_PER_DAY) return
  const retryAfter = Math.ceil(((oldest ?? now).getTime() + DAY_MS - now.getTime()) / 1000)
  const message = `You can have ${ANALYSES_PER_DAY} analyses a day. Please come back later.`
  throw new AppError(CATALOG_CODES.DAILY_LIMIT, 429, message, { retryAfter })
}

async function readPhotos(ctx: Context, photos: Photo[]): Promise<Buffer[]> {
  return Promise.all(
    photos.map(async (photo) => {
      const file = await ctx.photos.get(photoKey(`${photo.id}.webp`))
      if (!file) throw new NotFound('A photo is no longer here. Please upload it again.')
      return file
    }),
  )
}
