import { ApiError, fill, toApiError } from '../../lib/api.ts'
import type { Answer, Form, UploadRoute } from '../../lib/endpoints.ts'
import { t } from '../../lib/t.ts'

/** Nothing came, or something else on the network has answered. */
export const noAnswer = (): ApiError => new ApiError(0, t("We didn't get an answer. Please try again."))

/**
 * Sends a form with files. An XMLHttpRequest, because `fetch` reports no upload progress.
 * @param onProgress gets the share that has been sent, 0 to 1
 * @param parts of the route's address
 * @throws {ApiError} for an answer that is not 2xx; status 0 when none came, or one that is not JSON
 */
export function uploadFiles<R extends UploadRoute>(
  route: R,
  form: Form<R>,
  onProgress?: (share: number) => void,
  signal?: AbortSignal,
  parts: { params?: Record<string, string>; query?: Record<string, string> } = {},
): Promise<Answer<R>> {
  const [method = '', pattern = ''] = route.split(' ')
  const data = new FormData()
  for (const [name, files] of Object.entries(form)) {
    for (const file of files) data.append(name, file)
  }
  return new Promise((resolve, reject: (error: ApiError) => void) => {
    const request = new XMLHttpRequest()
    request.open(method, fill(pattern, parts))
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total)
    const unanswered = () => reject(noAnswer())
    request.onerror = unanswered
    request.onabort = unanswered
    if (signal?.aborted) {
      unanswered()
      return
    }
    signal?.addEventListener('abort', () => request.abort())
    request.onload = () => {
      if (request.status < 200 || request.status > 299) {
        reject(toApiError(request.status, request.statusText, request.responseText))
        return
      }
      const answer = parse(request.responseText)
      if (answer === undefined) unanswered()
      else resolve(answer as Answer<R>)
    }
    request.send(data)
  })
}

/** Undefined for anything but JSON, such as the sign-in page of a café's network. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
