import type { Context } from '../../../platform/context.ts'
import { type Analyser, AnalysisFailed } from './analyser.ts'
import { geminiAnalyser } from './gemini-analyser.ts'
import { offlineAnalyser } from './offline-analyser.ts'

/** The analyser of this installation. @throws AnalysisFailed 503 where there is none: no key, and nothing may be simulated */
export function chooseAnalyser({ config, log }: Context): Analyser {
  if (config.photoAnalysis === 'ai') {
    const { GEMINI_API_KEY: key, GEMINI_MODEL: model, GEMINI_BASE_URL: baseUrl } = config
    return geminiAnalyser({ key, model, baseUrl, log })
  }
  if (config.photoAnalysis === 'offline') return offlineAnalyser
  throw new AnalysisFailed('unavailable', 'AI analysis is not available here')
}
