import { type CreateListingBody, CATALOG_CODES } from '../../../src/modules/catalog/contract.ts'
import { ApiError, call } from '../../lib/api.ts'

/**
 * Posts a listing. If the answer is lost, the member's own listings show whether it was posted: at once, or after a
 * retry, which the server refuses because a listing already has these photos.
 * @throws {ApiError} for an answer that is not 2xx @throws {TypeError} when the network is away
 */
export async function postOnce(body: CreateListingBody): Promise<void> {
  try {
    await call('POST /api/items', { body })
  } catch (error) {
    if (!mayBePosted(error) || !(await isPosted(body))) throw error
  }
}

const mayBePosted = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || error.code === CATALOG_CODES.PHOTO_IN_USE

async function isPosted({ title, description, photos }: CreateListingBody): Promise<boolean> {
  const mine = await call('GET /api/items/user/me').catch(() => [])
  return mine.some(
    (listing) =>
      listing.title === title && listing.description === description && listing.photos.join() === photos.join(),
  )
}
