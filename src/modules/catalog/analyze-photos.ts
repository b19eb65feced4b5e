import type { Context } from '../../platform/context.ts'
import type { Reader } from '../../platform/database.ts'
import { AppError, NotFound, Unavailable } from '../../platform/errors.ts'
import type { Analyser } from './analyser.ts'
import { priceOf } from './category.ts'
import { Analysis, CATALOG_CODES } from './contract.ts'
import { createGate } from './gate.ts'
import { offlineAnalyser } from './offline-analyser.ts'
import { photoKey, requireOwnPhotos } from './photo.ts'

/** Analyses that one member may ask for within 24 hours; asking the same again is free. */
export const ANALYSES_PER_DAY = 100
const DAY_MS = 24 * 60 * 60 * 1000

export interface AnalysisQuestion {
  photoUrls: string[]
  category: string
}

interface AnalysisRow {
  owner_id: string
  photo_urls: string[]
  category: string
  analyser: string
  result: unknown
  created_at: Date
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
  const key = { owner_id: callerId, photo_urls: photoUrls, category, analyser: analyser.name }
  const kept = await ctx.db<AnalysisRow>('photo_analysis').where(key).first()
  if (kept) return Analysis.parse(kept.result)
  await requireQuota(ctx.db, callerId, ctx.clock.now())
  const result = await analysing(async () => {
    const files = await Promise.all(photos.map((photo) => ctx.photos.get(photoKey(`${photo.id}.webp`))))
    const pictures = files.filter((file) => file !== null)
    if (pictures.length < photos.length) throw new NotFound('A photo is no longer here. Please upload it again.')
    return analyser.analyse({ photos: pictures, category, price })
  })
  await ctx
    .db<AnalysisRow>('photo_analysis')
    .insert({ ...key, result: JSON.stringify(result), created_at: ctx.clock.now() })
    .onConflict()
    .ignore()
  return result
}

function analyserOf({ config }: Context): Analyser {
  if (config.sandboxAllowed) return offlineAnalyser
  throw new Unavailable('AI analysis is not available here', CATALOG_CODES.ANALYSIS_UNAVAILABLE)
}

async function requireQuota(reader: Reader, ownerId: string, now: Date): Promise<void> {
  const inTheWay = await reader<AnalysisRow>('photo_analysis')
    .where({ owner_id: ownerId })
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('created_at', 'desc')
    .offset(ANALYSES_PER_DAY - 1)
    .first()
  if (!inTheWay) return
  const retryAfter = Math.ceil((inTheWay.created_at.getTime() + DAY_MS - now.getTime()) / 1000)
  const message = `You can have ${ANALYSES_PER_DAY} analyses a day. Please come back later.`
  throw new AppError(CATALOG_CODES.DAILY_LIMIT, 429, message, { retryAfter })
}
