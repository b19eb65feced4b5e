import type { Price } from './category.ts'
import type { Analysis } from './contract.ts'

/** One item to look at: its photos as stored here (WebP, upright, no metadata), and what its category goes for. */
export interface AnalysisSubject {
  photos: Buffer[]
  category: string
  price: Price
}

/** Looks at photos and suggests a listing. */
export interface Analyser {
  /** Tells apart whose results are kept: the same question to another analyser is another question. */
  name: string
  /** @throws AppError ANALYSIS_UNAVAILABLE 503 when it can't answer now */
  analyse(subject: AnalysisSubject): Promise<Analysis>
}
