import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { CATALOG_CODES, Category, Condition, itemParams, MAX_BATCH_PHOTOS, MAX_PHOTOS, PhotoUrl } from '../contract.ts'

/** Below this confidence a suggestion has to be checked, and a brand is only one of several choices. */
export const SURE = 0.8
export const GENERIC_BRAND = 'Generic/Unbranded'

export const ANALYSIS_CODES = {
  ANALYSIS_UNAVAILABLE: 'ANALYSIS_UNAVAILABLE',
  ANALYSIS_BLOCKED: 'ANALYSIS_BLOCKED',
  ANALYSIS_CANCELLED: 'ANALYSIS_CANCELLED',
  BATCH_CANCELLED: 'BATCH_CANCELLED',
  TOO_MANY_STREAMS: 'TOO_MANY_STREAMS',
} as const

/** The title of a listing, after what an analyser has made out. */
export function suggestedTitle(brand: string, product: string): string {
  return (brand === GENERIC_BRAND ? product : `${brand} ${product}`).slice(0, 100)
}

const guess = <T extends z.ZodType>(value: T) =>
  z.object({ primary: value, confidence: z.number().min(0).max(1), alternatives: z.array(value).max(5) })

/** Parts of a photo that neighbours may not want to show of themselves or of others. */
export const PRIVATE_KINDS = ['face', 'plate', 'house-number', 'paper'] as const
/** A part of a photo with such a thing in it, from 0 to 1 of the picture; `photo` counts from 0. */
const PrivateArea = z.object({
  photo: z.number().int().min(0),
  kind: z.enum(PRIVATE_KINDS),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
})
export type PrivateArea = z.infer<typeof PrivateArea>

/** The suggestions of an analyser for a listing. Suggestions only: the member decides. An empty text suggests nothing. */
export const Analysis = z.object({
  brand: guess(z.string()),
  product: guess(z.string()),
  condition: guess(Condition),
  description: z.string(),
  estimatedWeightLbs: z.number().nullable(),
  suggestedPrice: z.number(),
  priceReasoning: z.string(),
  /** To be looked at: some are missed, and some are none. */
  privateAreas: z.array(PrivateArea).default([]),
  /** False for the built-in offline analyser, which must say so. */
  ai: z.boolean(),
})
export type Analysis = z.infer<typeof Analysis>

const photoUrls = z.array(PhotoUrl).min(1, words('Please upload at least one photo first')).max(MAX_PHOTOS)
const AnalyzeItem = z.strictObject({ photoUrls, category: Category.default('baby-clothes') })

/** Faults of a photo that may be mended before it is posted. */
export const PHOTO_WARNINGS = ['dark', 'blurred', 'tiny'] as const
export type PhotoWarning = (typeof PHOTO_WARNINGS)[number]

/**
 * The state of the analysis of a batch. `message` says why an item has failed, for people. Once it is `cancelled`,
 * items that were not begun are too; one that still waits was already running, and its result is stored.
 */
export const BatchProgress = z.object({
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  cancelled: z.boolean(),
  items: z.array(
    z.object({
      photoUrls: z.array(z.string()),
      state: z.enum(['waiting', 'done', 'failed', 'cancelled']),
      message: z.string().optional(),
    }),
  ),
})
export type BatchProgress = z.infer<typeof BatchProgress>

const analysisErrors = {
  400: [CATALOG_CODES.UNKNOWN_CATEGORY],
  403: [CATALOG_CODES.PHOTO_NOT_YOURS],
  404: [],
  409: [ANALYSIS_CODES.ANALYSIS_CANCELLED],
  422: [ANALYSIS_CODES.ANALYSIS_BLOCKED],
  429: [CATALOG_CODES.DAILY_LIMIT],
  503: [ANALYSIS_CODES.ANALYSIS_UNAVAILABLE],
}
export const analyzePhotos = endpoint({
  method: 'POST',
  path: '/api/ai/analyze-photos',
  summary:
    'Suggests brand, product, condition, description, weight and price for photos of one item; a repeat gets the stored answer, unless it is asked `again`.',
  access: 'member',
  startsNew: true,
  who: 'Members, about photos they uploaded.',
  changes: 'Nothing but the stored answer; it counts towards the daily limit.',
  body: AnalyzeItem.extend({ again: z.boolean().default(false) }),
  response: Analysis,
  errors: analysisErrors,
})
export const analyzeBatch = endpoint({
  method: 'POST',
  path: '/api/ai/analyze-batch',
  summary: 'The same for up to ten items; those that fail are listed beside those that succeed.',
  access: 'member',
  startsNew: true,
  who: 'Members, about photos they uploaded.',
  changes: 'Nothing but the stored answers; each new one counts towards the daily limit.',
  body: z.strictObject({
    items: z.array(AnalyzeItem).min(1).max(MAX_BATCH_PHOTOS),
    /** Chosen by the client, who can then follow the batch while it waits. */
    batchId: z.uuid().optional(),
  }),
  response: z.object({
    results: z.array(z.object({ photoUrls: z.array(z.string()), category: z.string(), analysis: Analysis })),
    errors: z.array(z.object({ photoUrls: z.array(z.string()), category: z.string(), message: z.string() })),
    summary: z.object({ total: z.number().int(), successful: z.number().int(), failed: z.number().int() }),
  }),
  errors: { ...analysisErrors, 409: [ANALYSIS_CODES.BATCH_CANCELLED] },
})
export const cancelBatch = endpoint({
  method: 'POST',
  path: '/api/ai/batches/:id/cancel',
  summary:
    'Ends an own batch for good, even before it has begun: what is not being analysed yet will not be, and does not count towards the daily limit; finished results stay.',
  access: 'member',
  startsNew: false,
  who: 'The member who started the batch.',
  changes: 'The batch is cancelled; what had not begun is free.',
  params: itemParams,
  response: BatchProgress,
  errors: { 404: [] },
})
export const followBatch = endpoint({
  method: 'GET',
  path: '/api/ai/batches/:id/events',
  summary:
    'Server-sent events `progress` about an own batch (how many items, which are done, which failed and why), the last one when all are finished or the batch is cancelled.',
  access: 'member',
  who: 'The member who started the batch.',
  kind: 'events',
  params: itemParams,
  errors: { 429: [ANALYSIS_CODES.TOO_MANY_STREAMS] },
})
export const judgePhoto = endpoint({
  method: 'GET',
  path: '/api/ai/photo-warnings',
  summary: 'Whether an own photo is very dark, very blurred or tiny, and whether another own listing shows it already.',
  access: 'member',
  who: 'The member who uploaded the photo.',
  query: z.strictObject({ photoUrl: PhotoUrl }),
  response: z.object({ warnings: z.array(z.enum(PHOTO_WARNINGS)), again: z.boolean() }),
  errors: { 403: [CATALOG_CODES.PHOTO_NOT_YOURS], 404: [] },
})
