import { ApiError, toApiError } from '../../lib/api.ts'

/**
 * Sends one photo and answers its address. `fetch` can't tell how far an upload is, so this is an XMLHttpRequest.
 * @throws {ApiError} for an answer that is not 2xx; status 0 when none came, or one that tells no address
 */
export function uploadFile(
  path: '/api/upload' | '/api/upload-batch',
  file: Blob,
  name: string,
  onProgress: (share: number) => void,
): Promise<string> {
  const form = new FormData()
  form.append('photos', file, name)
  return new Promise((resolve, reject: (error: ApiError) => void) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.withCredentials = true
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    const unanswered = () => reject(new ApiError(0, 'No answer came. Please try again.'))
    request.onerror = unanswered
    request.onload = () => {
      if (request.status < 200 || request.status > 299) {
        reject(toApiError(request.status, request.statusText, request.responseText))
        return
      }
      const url = addressIn(request.responseText)
      if (url === undefined) unanswered()
      else resolve(url)
    }
    request.send(form)
  })
}

/** Undefined where something in between has answered, such as the sign-in page of a café's network. */
function addressIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { urls?: string[] }).urls?.[0]
  } catch {
    return undefined
  }
}
