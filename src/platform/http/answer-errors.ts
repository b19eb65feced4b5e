import type { Middleware } from 'koa'
import { sqlState } from '../database.ts'
import { isDatabaseAway } from '../database/is-away.ts'
import { AppError, AWAY, Unavailable } from '../errors.ts'
import type { Logger } from '../process/logger.ts'
import type { Http } from './http.ts'
import { sayOnlyLooking } from './pages/read-for.ts'
import { languageOf } from '../language/language-of.ts'
import { translate } from '../language/translate.ts'
import { say, words } from '../language/words.ts'

/** Turns everything thrown below into an answer: JSON under `/api`, a plain sentence elsewhere. Never a stack trace. */
export function answerErrors(log: Logger): Middleware {
  return async (http, next) => {
    try {
      await next()
      if (isApi(http) && http.body == null) answerEmpty(http)
    } catch (error) {
      const known = asAppError(error)
      if (known.status >= 500 || !(error instanceof AppError)) {
        const level = known.status >= 500 && known.status !== 503 ? 'error' : 'warn'
        log[level]({ err: error, requestId: http.state['requestId'] as string }, known.message)
      }
      if (isDatabaseAway(error)) sayOnlyLooking(http)
      answer(http, known)
    }
  }
}

const isApi = (http: Http) => http.path === '/api' || http.path.startsWith('/api/')

/** Answers for a router that hasn't. */
function answerEmpty(http: Http): void {
  // The router calls a method that it does not know unimplemented before it looks at the address.
  const nowhere = http.status === 501 && !(http['matched'] as unknown[] | undefined)?.length
  if (http.status === 404 || nowhere) answer(http, new AppError('NOT_FOUND', 404, 'There is nothing at this address'))
  else if (http.status === 405 || http.status === 501) {
    answer(http, new AppError('METHOD_NOT_ALLOWED', 405, say('{method} is not possible here', { method: http.method })))
  }
}

function answer(http: Http, error: AppError): void {
  http.status = error.status
  if (error.retryAfter !== undefined) http.set('Retry-After', String(error.retryAfter))
  // The rest of a body that was too large is not worth reading.
  if (error.status === 413) http.set('Connection', 'close')
  http.set('Cache-Control', 'no-store')
  const language = languageOf(http)
  const message = translate(language, error.said)
  if (isApi(http)) {
    const { code } = error
    const details = error.details?.map((detail) => ({ ...detail, message: translate(language, detail.message) }))
    http.body = { code, error: message, message, ...(details ? { details } : {}) }
  } else {
    http.type = 'text/plain'
    http.body = message
  }
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error)) return new Unavailable(AWAY)
  if (FULL.has((error as NodeJS.ErrnoException).code ?? '')) {
    return new Unavailable('We have no room for this right now. Please try again later.')
  }
  const state = sqlState(error)
  if (BUSY.has(state)) return new Unavailable('Someone else is changing this right now. Please try again.', 'BUSY')
  // Data exceptions: a value that validation let pass and PostgreSQL can't hold.
  if (state.startsWith('22')) return new AppError('VALIDATION_FAILED', 400, 'The request holds a value out of range')
  const { status, expose, message } = error as { status?: unknown; expose?: unknown; message?: unknown }
  if (typeof status === 'number' && status >= 400 && status < 500 && expose === true) {
    return new AppError(
      'BAD_REQUEST',
      status,
      typeof message === 'string' ? message : words('The request is not valid'),
    )
  }
  return new AppError('INTERNAL', 500, 'Something went wrong on our side. Please try again.')
}

/** The file system has no room, may not be written, or has too many files open. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE'])
/** Lock and statement timeouts; deadlocks and serialization failures that repeating did not solve. */
const BUSY = new Set(['55P03', '57014', '40001', '40P01'])
