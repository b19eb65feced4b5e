import { sqlState } from '../database.ts'
import { READ_ONLY } from './half-open.ts'

/** Connection exceptions (class 08), shutting down, starting, too many connections. */
const AWAY = /^(08...|57P0[1-5]|53300|25P0[34])$/
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'ENOENT'])
const LOST =
  /connection terminated|connection ended|client has encountered a connection error|unable to acquire a connection|server closed the connection|query read timeout|timeout expired|connection timeout/i

/** Whether `error` says that no database answers, or none that may be written to; asked later, it may. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state === READ_ONLY || AWAY.test(state)) return true
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (NETWORK.has(code ?? '') && (syscall === 'connect' || syscall === 'read' || syscall === 'write')) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  return error.name === 'KnexTimeoutError' || LOST.test(error.message)
}
