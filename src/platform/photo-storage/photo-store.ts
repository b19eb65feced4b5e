import { Unavailable } from '../errors.ts'

/** Files by key, such as `6f/6f1c….webp`. Keys are made by us, never by a caller. */
export interface PhotoStore {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** The bytes, or null where there is no such file. */
  get(key: string): Promise<Buffer | null>
  delete(key: string): Promise<void>
  /** The key of every file. */
  list(): AsyncGenerator<string>
}

/** Says that the store can't be used now. The cause is logged, never sent to the client. */
export function photosAway(cause: unknown): Unavailable {
  const error = new Unavailable("Photos aren't available right now. Please try again shortly.")
  error.cause = cause
  return error
}
