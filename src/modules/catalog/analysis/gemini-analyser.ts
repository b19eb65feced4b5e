import { setTimeout as delay } from 'node:timers/promises'
import {
  type EnhancedGenerateContentResponse,
  FinishReason,
  type GenerateContentCandidate,
  type GenerateContentRequest,
  GoogleGenerativeAI,
  GoogleGenerativeAIFetchError,
} from '@google/generative-ai'
import { withDeadline } from '../../../platform/process/deadline.ts'
import type { Logger } from '../../../platform/process/logger.ts'
import { type Analyser, AnalysisFailed, type ModelTokens } from './analyser.ts'
import { geminiQuestion } from './gemini-question.ts'
import { readAnswer } from './read-answer.ts'

const ATTEMPTS = 3
/** The provider may ask for a longer pause than anybody waits for. */
const LONGEST_PAUSE_MS = 15_000
const BLOCKED: readonly string[] = [
  FinishReason.SAFETY,
  FinishReason.RECITATION,
  FinishReason.BLOCKLIST,
  FinishReason.PROHIBITED_CONTENT,
  FinishReason.SPII,
]

interface Options {
  key: string
  model: string
  /** Another address of the same API; empty for Google's own. */
  baseUrl: string
  log: Logger
  /** For all attempts, in milliseconds: somebody waits for the answer. */
  timeoutMs?: number
  /** Before the second attempt, in milliseconds; doubles each time. */
  pauseMs?: number
}

/** Google's Gemini. Attempts that meet 429, 5xx or a broken connection are repeated; nothing else is. */
export function geminiAnalyser({ key, model, baseUrl, log, timeoutMs = 20_000, pauseMs = 800 }: Options): Analyser {
  const client = new GoogleGenerativeAI(key).getGenerativeModel({ model }, baseUrl === '' ? {} : { baseUrl })

  const ask = (question: GenerateContentRequest) =>
    withDeadline(timeoutMs, (signal) => attempt(question, signal, 1)).catch(late)

  async function attempt(
    question: GenerateContentRequest,
    signal: AbortSignal,
    number: number,
  ): Promise<EnhancedGenerateContentResponse> {
    try {
      return (await client.generateContent(question, { signal })).response
    } catch (error) {
      if (signal.aborted) throw error
      if (number >= ATTEMPTS || !isPassing(error)) throw refused(error, log)
      await delay(pauseBefore(number, error, pauseMs), undefined, { signal })
      return attempt(question, signal, number + 1)
    }
  }

  return {
    name: `gemini/${model}`,
    async analyse(subject) {
      const response = await ask(await geminiQuestion(subject))
      const tokens = tokensOf(response)
      // Less may come than the client's types promise.
      const [candidate]: Partial<GenerateContentCandidate>[] = response.candidates ?? []
      if (response.promptFeedback?.blockReason || BLOCKED.includes(candidate?.finishReason ?? '')) {
        throw new AnalysisFailed('blocked', 'The AI does not comment on these photos. Please choose others.', tokens)
      }
      const written = (candidate?.content?.parts ?? []).map(({ text }) => text ?? '').join('')
      const analysis = readAnswer(written, subject.price.tokenPrice)
      if (!analysis) throw new AnalysisFailed('unavailable', 'The AI could not make out what this is.', tokens)
      return { analysis, tokens }
    },
  }
}

function late(error: unknown): never {
  if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error
  throw new AnalysisFailed('unavailable', 'The AI takes too long to answer. Please try again.')
}

/** Everything that is billed as output counts, also what a model thinks to itself. */
function tokensOf({ usageMetadata }: EnhancedGenerateContentResponse): ModelTokens {
  const { promptTokenCount = 0, totalTokenCount = 0 } = usageMetadata ?? {}
  return { in: promptTokenCount, out: Math.max(0, totalTokenCount - promptTokenCount) }
}

/** An answer without a status never came: the connection broke. */
function isPassing(error: unknown): boolean {
  const status = error instanceof GoogleGenerativeAIFetchError ? (error.status ?? 0) : 0
  return status === 0 || status === 429 || status >= 500
}

function pauseBefore(attempt: number, error: unknown, pauseMs: number): number {
  const details = error instanceof GoogleGenerativeAIFetchError ? (error.errorDetails ?? []) : []
  const asked = details.map(({ retryDelay }) => Number.parseFloat(String(retryDelay))).find((seconds) => seconds > 0)
  const backoff = pauseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
  return Math.min(Math.max(backoff, (asked ?? 0) * 1000), LONGEST_PAUSE_MS)
}

function refused(error: unknown, log: Logger): AnalysisFailed {
  const status = error instanceof GoogleGenerativeAIFetchError ? error.status : undefined
  // The provider's words are for the operator: they may quote the request.
  log.error({ status, reason: error instanceof Error ? error.message : 'unknown' }, 'the AI provider did not answer')
  if (status === 429) return new AnalysisFailed('unavailable', 'The AI is busy. Please try again in a minute.')
  return new AnalysisFailed('unavailable', 'The AI is not available at the moment. Please try again later.')
}
