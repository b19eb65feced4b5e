/**
 * Does `work`, which has that many milliseconds and is told by its signal when they are over. `AbortSignal.timeout` would
 * not do: while only a request that hangs refers to it, it may be garbage-collected before it fires.
 * @throws DOMException TimeoutError when the time is over, whether or not `work` heeds the signal
 */
export async function withDeadline<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController()
  const { promise: passed, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const late = new DOMException(`no answer within ${milliseconds} ms`, 'TimeoutError')
    reject(late)
    deadline.abort(late)
  }, milliseconds)
  try {
    return await Promise.race([work(deadline.signal), passed])
  } finally {
    clearTimeout(timer)
  }
}
