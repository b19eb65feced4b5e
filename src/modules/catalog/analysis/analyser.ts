import { AppError } from '../../../platform/errors.ts'
import type { Price } from '../prices/category.ts'
import { type Analysis, ANALYSIS_CODES } from './contract.ts'

/** One item to look at: its photos as stored here (WebP, upright, no metadata), and what its category goes for. */
export interface AnalysisSubject {
  /** The member who took the photos. */
  ownerId: string
  photos: Buffer[]
  category: string
  price: Price
}

/** An answer's cost, in the model's own tokens (not the market's). */
export interface ModelTokens {
  in: number
  out: number
}

export interface Analyser {
  /** Part of the cache key: results of different analysers are stored apart. */
  name: string
  /** @throws AnalysisFailed */
  analyse(subject: AnalysisSubject): Promise<{ analysis: Analysis; tokens: ModelTokens }>
}

export const NO_TOKENS: ModelTokens = { in: 0, out: 0 }

/** There is no suggestion: ANALYSIS_UNAVAILABLE 503, or ANALYSIS_BLOCKED 422. It may have cost something all the same. */
export class AnalysisFailed extends AppError {
  readonly tokens: ModelTokens

  constructor(kind: 'unavailable' | 'blocked', message: string, tokens = NO_TOKENS) {
    if (kind === 'blocked') super(ANALYSIS_CODES.ANALYSIS_BLOCKED, 422, message)
    else super(ANALYSIS_CODES.ANALYSIS_UNAVAILABLE, 503, message, { retryAfter: 5 })
    this.tokens = tokens
  }
}
