import { mkdtemp, open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import formidable, { multipart } from 'formidable'
import { budgetLeft, returnToBudget } from '../../../platform/process/deadline.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Http } from '../../../platform/http/http.ts'
import { say } from '../../../platform/language/words.ts'
import { CATALOG_CODES } from '../contract.ts'
import { MAX_PHOTO_BYTES } from './decode-photo.ts'

const FIELD = 'photos'
const MEGABYTE = 1024 * 1024
/** Bytes that the multipart frame may add to the files. */
const FRAME_BYTES = 64 * 1024
const HEADER_BYTES = 4 * 1024
/** Bytes of a refused upload that are read to its end, so that the client gets to see the answer. */
const DRAINED_BYTES = 128 * MEGABYTE

// Codes of formidable's errors; its types don't name them.
const TOO_MANY_FILES = 1015
const FILE_TOO_BIG = 1016
const TOTAL_TOO_BIG = 1009
const FIELDS_TOO_BIG = [1006, 1007]

interface FileLimits {
  maxFiles: number
  /** All files together. */
  maxBytes: number
}

/** An uploaded file on disk, there only while it is worked on. */
export interface ReceivedFile {
  path: string
  /** Its first bytes. */
  head: Buffer
}

/**
 * Takes the files of a multipart request's field `photos`, hands them to `work`, and removes them, whatever happens.
 * @throws AppError TOO_MANY_PHOTOS or BAD_UPLOAD (400), TOO_LARGE (413), UNSUPPORTED_TYPE (415)
 */
export async function receiveFiles<T>(
  http: Http,
  limits: FileLimits,
  work: (files: ReceivedFile[]) => Promise<T>,
): Promise<T> {
  try {
    return await inFolder(async (folder) => {
      const left = budgetLeft()
      const paths = await parse(http, limits, folder)
      // A slow phone may take its time.
      returnToBudget(left)
      return work(await Promise.all(paths.map(withHead)))
    })
  } catch (error) {
    await drain(http.req)
    throw error
  }
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'market-upload-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function parse(http: Http, limits: FileLimits, folder: string): Promise<string[]> {
  if (!http.is('multipart/form-data')) {
    throw new AppError(
      'UNSUPPORTED_TYPE',
      415,
      say('Photos must be sent as multipart/form-data in the field {field}', { field: FIELD }),
    )
  }
  const size = Number(http.get('content-length'))
  if (size > limits.maxBytes + FRAME_BYTES) throw tooLarge(limits, size)
  // In the order of the request; formidable's own list is in the order in which they reached the disk.
  const paths: string[] = []
  const form = formidable({
    uploadDir: folder,
    maxFiles: limits.maxFiles,
    maxFileSize: MAX_PHOTO_BYTES,
    maxTotalFileSize: limits.maxBytes,
    maxFields: 20,
    maxFieldsSize: FRAME_BYTES,
    filter: (part) => part.name === FIELD,
    enabledPlugins: [multipart, shortenHeaders],
  })
  form.on('fileBegin', (_, file) => paths.push(file.filepath))
  try {
    await form.parse(http.req)
  } catch (error) {
    throw refusal(error as Error, limits, size)
  }
  if (paths.length === 0) throw new AppError(CATALOG_CODES.BAD_UPLOAD, 400, 'At least one photo is required')
  return paths
}

/** Reads no more than this of a part's headers: formidable's patterns take the square of their length. */
function shortenHeaders(form: ReturnType<typeof formidable>): void {
  // Without a boundary there is no parser, and the plugin before this one has refused the form.
  const { _parser: parser } = form as unknown as { _parser: Readable | null }
  let room = 0
  parser?.prependListener('data', (event: { name: string; start: number; end: number }) => {
    if (event.name === 'partBegin') room = HEADER_BYTES
    if (event.name !== 'headerField' && event.name !== 'headerValue') return
    event.end = Math.min(event.end, event.start + room)
    room -= event.end - event.start
  })
}

function refusal(error: Error & { code?: number | string }, limits: FileLimits, size: number): Error {
  const { code = 0 } = error
  // The file system has failed, as with a full disk: that is not the client's fault.
  if (typeof code === 'string' && 'errno' in error) return error
  if (code === TOO_MANY_FILES) {
    const message = say('You can upload a maximum of {most, plural, one {# photo} other {# photos}}.', {
      most: limits.maxFiles,
    })
    return new AppError(CATALOG_CODES.TOO_MANY_PHOTOS, 400, message)
  }
  if (code === FILE_TOO_BIG) {
    const message = say('A photo may have at most {most} MB.', { most: MAX_PHOTO_BYTES / MEGABYTE })
    return new AppError(CATALOG_CODES.TOO_LARGE, 413, message)
  }
  if (code === TOTAL_TOO_BIG) return tooLarge(limits, size)
  if (FIELDS_TOO_BIG.includes(Number(code)))
    return new AppError(CATALOG_CODES.TOO_LARGE, 413, 'Too many or too long fields')
  return new AppError(CATALOG_CODES.BAD_UPLOAD, 400, 'The upload is incomplete or damaged. Please try again.')
}

/** @param size of the whole request; 0 where the client did not send it */
function tooLarge({ maxBytes }: FileLimits, size: number): AppError {
  const most = maxBytes / MEGABYTE
  const message =
    size > 0
      ? say('Total file size ({found} MB) exceeds {most}MB limit. Please select fewer or smaller photos.', {
          found: Math.ceil(size / MEGABYTE),
          most,
        })
      : say('Total file size exceeds {most}MB limit. Please select fewer or smaller photos.', { most })
  return new AppError(CATALOG_CODES.TOO_LARGE, 413, message)
}

async function withHead(path: string): Promise<ReceivedFile> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return { path, head: buffer.subarray(0, bytesRead) }
  } finally {
    await file.close()
  }
}

/** A client that is still sending reads no response yet; one that never stops sending gets none. */
function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let left = DRAINED_BYTES
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left >= 0) return
      request.pause()
      resolve()
    })
    for (const over of ['end', 'close', 'error']) request.once(over, () => resolve())
    request.resume()
  })
}
