import type { Reader, Tables } from '../../../platform/database.ts'
import { AppError, Unavailable } from '../../../platform/errors.ts'
import { type Saying, words } from '../../../platform/language/words.ts'
import { photosWithOriginals } from '../photo/photo.ts'
import { Analysis, ANALYSIS_CODES, GENERIC_BRAND, SURE } from './contract.ts'

export interface AnalysisQuestion {
  photoUrls: string[]
  category: string
}

/**
 * A row of `photo_analysis`: a question, and its answer or why there is none. A job has it until `finished_at`; from
 * `started_at` on it can't be cancelled.
 */
export type AnalysisRow = Tables['photo_analysis']

export interface Failure {
  code: string
  status: number
  /** In English, for the rows of before and whoever looks into the table. */
  message: string
  /** The message, to be put into words for whoever reads it. */
  said?: Saying
}

export function findAnalyses(reader: Reader, ids: string[]): Promise<AnalysisRow[]> {
  return reader('photo_analysis').whereIn('id', ids)
}

/** The answer of a question. @throws AppError of its failure, Unavailable ANALYSIS_UNAVAILABLE while it has none */
export function answerOf(row: AnalysisRow): Analysis {
  if (row.result !== null) return Analysis.parse(row.result)
  const failure = row.failure as Failure | null
  if (failure) throw new AppError(failure.code, failure.status, failure.said ?? failure.message)
  const message = words('The analysis takes longer than usual. Nothing is lost: please ask again in a minute.')
  throw new Unavailable(message, ANALYSIS_CODES.ANALYSIS_UNAVAILABLE)
}

/** The brand that the analyser has read on these photos, or on them before parts were hidden, where it is sure of one. */
export async function brandSeen(
  reader: Reader,
  { ownerId, photoUrls }: { ownerId: string; photoUrls: string[] },
): Promise<string | undefined> {
  const urls = await photosWithOriginals(reader, photoUrls)
  const row = await reader('photo_analysis')
    .where({ owner_id: ownerId })
    .whereRaw('photo_urls && ?::text[]', [urls])
    .whereNotNull('result')
    .orderBy('asked_at', 'desc')
    .first('result')
  const { data } = Analysis.safeParse(row?.result)
  if (!data || data.brand.confidence < SURE || data.brand.primary === GENERIC_BRAND) return undefined
  return data.brand.primary
}
