import { type ApiError, toApiError } from '../../lib/api.ts'

/**
 * Sends one photo and answers its address. `fetch` can't tell how far an upload is, so this is an XMLHttpRequest.
 * @throws {ApiError} for an answer that is not 2xx; status 0 when the network is away
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
    request.onerror = () => reject(toApiError(0, 'The network is away', ''))
    request.onload = () => {
      if (request.status < 200 || request.status > 299) {
        reject(toApiError(request.status, request.statusText, request.responseText))
        return
      }
      const { urls } = JSON.parse(request.responseText) as { urls: [string] }
      resolve(urls[0])
    }
    request.send(form)
  })
}
