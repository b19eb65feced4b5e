const LEFT = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ECANCELED', 'ERR_STREAM_DESTROYED'])

/** Whether `error` only says that the browser has gone: closed a page, followed a link, ended an event stream. */
export const hasLeft = (error: Error & { code?: string }): boolean => LEFT.has(error.code ?? '')
